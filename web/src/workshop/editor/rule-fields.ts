/** The rules of a board as fields: where each stands in the file, what it may be, and a sentence about it. */
import { m } from '../../paraglide/messages.js';
import { CARD_COLOURS, listIn, tableIn, type BoardDocument, type Value } from './board-document';
import { setValue } from './edits';

type Words = () => string;

export interface NumberRule {
  path: readonly string[];
  label: Words;
  sentence?: Words;
  min: number;
  max: number;
  /** If the file does not have it. */
  fallback: number;
}
export interface RuleGroup {
  title: Words;
  numbers: readonly NumberRule[];
}

const number = (
  path: string,
  label: Words,
  [min, max]: [number, number],
  sentence?: Words,
  fallback = min,
): NumberRule => ({ path: path.split('.'), label, min, max, fallback, ...(sentence && { sentence }) });

export const GROUPS: readonly RuleGroup[] = [
  {
    title: m.rules_players,
    numbers: [
      number('players.fewest', m.rules_fewest, [2, 5]),
      number('players.most', m.rules_most, [2, 5]),
      number('players.trains', m.rules_trains, [1, 120], m.rules_trains_says),
      number('rules.last_turn_trains', m.rules_last_turn, [0, 120], m.rules_last_turn_says),
    ],
  },
  {
    title: m.rules_cards,
    numbers: [
      number('cards.of_each_colour', m.rules_each_colour, [0, 16]),
      number('cards.locomotives', m.rules_locomotives, [0, 128], m.rules_locomotives_says),
      number('cards.hand', m.rules_hand, [0, 20]),
      number('cards.market', m.rules_market, [1, 5]),
      number('rules.locomotives_clear_market', m.rules_clear, [0, 5], m.rules_clear_says),
    ],
  },
  {
    title: m.rules_deals,
    numbers: [
      number('deals.first.draw', m.rules_first_draw, [1, 6]),
      number('deals.first.keep', m.rules_first_keep, [1, 6]),
      number('deals.later.draw', m.rules_later_draw, [1, 6]),
      number('deals.later.keep', m.rules_later_keep, [1, 6]),
    ],
  },
  {
    title: m.rules_bonuses,
    numbers: [
      number('points.longest_path', m.rules_longest, [0, 100], m.rules_longest_says),
      number('points.most_tickets', m.rules_most_tickets, [0, 100], m.rules_most_tickets_says),
    ],
  },
  {
    title: m.rules_special,
    numbers: [
      number('rules.ferry_substitute', m.rules_ferry_substitute, [0, 9], m.rules_ferry_substitute_says),
      number('rules.tunnel_cards', m.rules_tunnel_cards, [0, 5], m.rules_tunnel_cards_says),
      number('players.tokens', m.rules_tokens, [0, 60], m.rules_tokens_says),
      number('points.tokens', m.rules_token_points, [0, 20]),
    ],
  },
];

export const RETURNS: Readonly<Record<string, Words>> = {
  bottom: m.rules_returned_bottom,
  remove: m.rules_returned_remove,
  shuffle: m.rules_returned_shuffle,
};

export const TIE_BREAKS: Readonly<Record<string, Words>> = {
  tickets: m.rules_tie_tickets,
  longest_bonus: m.rules_tie_longest_bonus,
  longest: m.rules_tie_longest,
  passengers: m.rules_tie_passengers,
};

/** Set a rule; as many colours as players, and parallel tracks closed for no number that cannot play. */
export function setRule(document: BoardDocument, path: readonly string[], value: Value | undefined): BoardDocument {
  const set = setValue(document, path, value);
  const name = path.join('.');
  if (name !== 'players.most' && name !== 'players.fewest') return set;
  const players = tableIn(set.sections, 'players');
  const [fewest, most] = [Number(players.fewest), Number(players.most)];
  if (!(Number.isInteger(most) && most >= 2 && most <= 5)) return set;
  const had = listIn(players, 'colours');
  const rest = ['blue', 'red', 'green', 'yellow', 'black', ...CARD_COLOURS].filter((colour) => !had.includes(colour));
  const coloured = setValue(set, ['players', 'colours'], [...had, ...rest].slice(0, most));
  const closed = listIn(tableIn(set.sections, 'rules'), 'parallel_closed_for');
  const possible = closed.filter((count) => Number(count) >= fewest && Number(count) <= most);
  return possible.length === closed.length ? coloured : setValue(coloured, ['rules', 'parallel_closed_for'], possible);
}

/** A list with a member added at the end or taken out. */
export const toggled = (list: readonly Value[], member: Value, on: boolean): Value[] =>
  on ? [...list.filter((each) => each !== member), member] : list.filter((each) => each !== member);

/** A list with another number of members: further ones are like the last. */
export const resized = (list: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, index) => list[Math.min(index, list.length - 1)] ?? 1);
