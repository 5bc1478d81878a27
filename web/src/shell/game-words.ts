/** Names of the game's things in the reader's language. Maps, not computed keys: unused messages are not bundled. */
import type { StationMark } from '../board/board-highlights';
import { boardName, placeName, type Board } from '../board/model';
import type { Look } from '../game/track-look';
import { inOrder } from '../game/notation';
import { language } from './language.svelte';
import { m } from '../paraglide/messages.js';
import type { Absent, Cards, Clock, SeatInfo, TableInfo, TicketJson, View } from '../server/types';

const COLOURS: Record<string, () => string> = {
  purple: m.colour_purple,
  blue: m.colour_blue,
  orange: m.colour_orange,
  white: m.colour_white,
  green: m.colour_green,
  yellow: m.colour_yellow,
  black: m.colour_black,
  red: m.colour_red,
  gray: m.colour_gray,
  locomotive: m.colour_locomotive,
  any: m.card_any,
};

const PASSENGERS: Record<string, () => string> = {
  blue: m.passenger_blue,
  red: m.passenger_red,
  green: m.passenger_green,
  yellow: m.passenger_yellow,
  black: m.passenger_black,
  white: m.passenger_white,
};

const LEVELS: Record<string, () => string> = {
  easy: m.level_easy,
  normal: m.level_normal,
  hard: m.level_hard,
  expert: m.level_expert,
};

export const colourWord = (colour: string): string => COLOURS[colour]?.() ?? colour;
export const passengerWord = (colour: string): string => PASSENGERS[colour]?.() ?? colour;
export const levelWord = (level: string): string => LEVELS[level]?.() ?? level;

/** `2 × red, 1 × locomotive`, in the reader's language. */
export function cardsWords(cards: Cards | null | undefined): string {
  // A count stays in one line with its card.
  const parts = inOrder(cards).map(([card, n]) =>
    m.card_count_aria({ n, card: colourWord(card) }).replaceAll(' ', '\u00a0'),
  );
  return list(parts);
}

/** Formatters are expensive to create, and a board has a hundred labels: cache them. */
const lists = new Map<string, Intl.ListFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

function kept<T>(store: Map<string, T>, make: (locale: string) => T): T {
  const locale = language();
  let found = store.get(locale);
  if (found === undefined) store.set(locale, (found = make(locale)));
  return found;
}

/** A list, joined as the language does. */
export function list(parts: string[]): string {
  return kept(lists, (locale) => new Intl.ListFormat(locale, { style: 'narrow', type: 'conjunction' })).format(parts);
}

const choices = new Map<string, Intl.ListFormat>();

/** A choice, joined as the language does: "one or another". */
export function oneOf(parts: string[]): string {
  return kept(choices, (locale) => new Intl.ListFormat(locale, { style: 'short', type: 'disjunction' })).format(parts);
}

export function number(value: number): string {
  // A minus sign as wide as a plus, instead of the hyphen of the formatter.
  return kept(numbers, (locale) => new Intl.NumberFormat(locale))
    .format(value)
    .replace('-', '−');
}

const ratings = new Map<string, Intl.NumberFormat>();

/** A rating: whole points of the Elo scale. */
export function rating(value: number): string {
  return kept(ratings, (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: false }))
    .format(value)
    .replace('-', '−');
}

const days = new Map<string, Intl.DateTimeFormat>();

/** A day, from milliseconds since 1970. */
export const dayWord = (at: number): string =>
  kept(days, (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })).format(at);

/** Points gained or lost. */
export function signed(value: number): string {
  return value > 0 ? `+${number(value)}` : number(value);
}

export const place = (board: Board, id: string): string => placeName(board, id, language());
export const boardWord = (board: { name: string; names: Record<string, string> }): string =>
  boardName(board, language());

/** The board of a table, and the variant that is played there; `board` is null until it is known. */
export function tableBoardWord(
  board: { name: string; names: Record<string, string> } | null,
  table: TableInfo,
): string {
  const name = board ? boardWord(board) : table.board_name || table.board;
  return table.variant ? `${name}: ${boardWord(table.variant)}` : name;
}

/** The stations that stand on a board, with words for screen readers. */
export function stationMarks(
  board: Board,
  view: View | null,
  colour: (seat: number) => string,
  name: (seat: number) => string,
): StationMark[] {
  return Object.entries(view?.stations ?? {}).flatMap(([at, seats]) =>
    seats.map((seat) => ({
      place: at,
      colour: colour(seat),
      label: m.station_label({ place: place(board, at), player: name(seat) }),
    })),
  );
}

/** The name of a company. */
export function companyWord(board: Board, id: string): string {
  const company = board.companies.find((each) => each.id === id);
  return company ? boardWord(company) : id;
}

/** A bonus of the board's list, or the points for shares, or for what is left of the tokens or stations. */
export function bonusWord(board: Board, id: string): string {
  if (id === 'tokens') return m.score_tokens();
  if (id === 'stations') return m.score_stations();
  if (id === 'shares') return m.score_shares();
  const bonus = board.bonuses.find((each) => each.id === id);
  return bonus ? boardWord(bonus) : id;
}

export function trackName(board: Board, id: string): string {
  const track = board.tracks.get(id);
  return track ? m.track_name({ a: place(board, track.a), b: place(board, track.b) }) : id;
}

/** What a track costs beyond cards and a train for each space, the companies of which it gives a share, and whether it
 *  is shared. */
export function costWords(board: Board, id: string): string[] {
  const costs = board.costs.get(id);
  return [
    ...(costs?.trains ? [m.cost_trains({ n: (board.tracks.get(id)?.length ?? 0) + costs.trains })] : []),
    ...(costs?.toll ? [m.cost_toll({ n: costs.toll })] : []),
    ...(costs?.companies.length
      ? [m.cost_share({ companies: oneOf(costs.companies.map((number) => boardWord(board.companies[number]!))) })]
      : []),
    ...(costs?.shared ? [m.cost_shared()] : []),
  ];
}

/** An end of a ticket: a place or a region. */
export function endWord(board: Board, id: string): string {
  const region = board.places.has(id) ? undefined : board.regions.find((each) => each.id === id);
  return region ? boardWord(region) : place(board, id);
}

export function ticketName(board: Board, id: string): string {
  const ticket = board.tickets.get(id);
  if (!ticket) return id;
  const [start, ...others] = ticket.ends.map((end) => endWord(board, end));
  if (Object.keys(ticket.values).length > 0) return m.ticket_name({ a: start!, b: others.join(' / ') });
  return others.reduce((a, b) => m.ticket_name({ a, b }), start!);
}

/** "8 points", or of a ticket with several values "5 to 11 points". */
export function ticketWorth(ticket: TicketJson): string {
  const values = Object.values(ticket.values);
  return values.length > 0
    ? m.points_range({ least: Math.min(...values), most: ticket.points })
    : m.points_n({ n: ticket.points });
}

export function lookWord(look: Look, owner: string | null, mine: boolean): string {
  switch (look) {
    case 'free':
      return m.state_free();
    case 'claimable':
      return m.state_claimable();
    case 'soon':
      return m.state_soon();
    case 'closed':
      return m.state_closed();
    case 'taken':
      return mine ? m.state_yours() : m.state_taken({ player: owner ?? '' });
  }
}

/** "Denver to Omaha, 4 purple, free": what a screen reader says of a track. */
export function trackLabel(board: Board, id: string, state: string): string {
  const track = board.tracks.get(id);
  if (!track) return id;
  const facts = {
    a: place(board, track.a),
    b: place(board, track.b),
    n: track.length,
    colour: colourWord(track.colour),
    state,
  };
  const kind = [kindWord(track.kind, track.locomotives), ...costWords(board, id)].filter(Boolean).join(', ');
  return kind ? m.track_kind_aria({ ...facts, kind }) : m.track_aria(facts);
}

export function kindWord(kind: string, locomotives: number): string {
  if (kind === 'ferry') return m.kind_ferry_locos({ n: locomotives });
  if (kind === 'tunnel') return m.kind_tunnel();
  return '';
}

/** A seat's name; a bot of an earlier version has none, and is named by its strength. */
export function seatName(table: TableInfo | null, seat: number): string {
  const info = table?.seats.find((each) => each.seat === seat);
  return seatInfoName(info, seat);
}

/** What the log calls the reader. */
export const youName = (): string => m.log_you();

export function seatInfoName(info: SeatInfo | undefined, seat: number): string {
  if (!info) return m.player_n({ n: seat + 1 });
  if (info.name !== null) return info.name;
  return info.kind === 'bot'
    ? m.seat_bot_n({ n: seat + 1, level: levelWord(info.level ?? '') })
    : m.player_n({ n: seat + 1 });
}

/** How long one move may take. */
export function clockWord({ kind, amount }: Clock): string {
  if (kind === 'none') return m.new_clock_none();
  return kind === 'days' ? m.new_clock_days({ n: amount }) : m.new_clock_minutes({ n: amount / 60 });
}

const ABSENT: Record<Absent, () => string> = {
  wait: m.absent_wait,
  bot: m.absent_bot,
  bot_finishes: m.absent_finishes,
};

export const absentWord = (absent: Absent): string => ABSENT[absent]();

/** What a bonus counts. */
export const BONUS_COUNTS: Readonly<Record<string, () => string>> = {
  longest_path: m.score_longest,
  tickets: m.score_tickets_made,
  places: m.counts_places,
  regions: m.counts_regions,
  networks: m.counts_networks,
};
/** What players get who tie for a bonus. */
export const BONUS_TIES: Readonly<Record<string, () => string>> = {
  all: m.ties_all,
  share: m.ties_share,
  none: m.ties_none,
};

const DECKS: Record<string, () => string> = {
  short: m.tickets_short,
  long: m.tickets_long,
  main: m.tickets_main,
};

export const deckWord = (deck: string): string => DECKS[deck]?.() ?? deck;

const DECK_LABELS: Record<string, () => string> = { short: m.tickets_deck_short, long: m.tickets_deck_long };

/** "short": the deck of a ticket, beside its ends. */
export const deckLabel = (deck: string): string => DECK_LABELS[deck]?.() ?? deckWord(deck);

const DECK_COUNTS: Record<string, (count: { n: number }) => string> = {
  short: m.tickets_short_n,
  long: m.tickets_long_n,
  main: m.tickets_n,
};

/** "3 short tickets, 1 long ticket": how many of each deck; decks without any are left out. */
export function ticketCounts(counts: Record<string, number>): string {
  const some = Object.entries(counts).filter(([, n]) => n > 0);
  return some.length === 0
    ? m.tickets_n({ n: 0 })
    : list(some.map(([deck, n]) => DECK_COUNTS[deck]?.({ n }) ?? m.card_count_aria({ n, card: deck })));
}

const MIXES: Record<string, (count: { n: number }) => string> = {
  short: m.tickets_mix_short,
  long: m.tickets_mix_long,
};

/** "2 short + 1 long": how many tickets of each deck, in the order of `decks`; a board may have names of its own. */
export function ticketMix(decks: readonly string[], mix: Record<string, number>): string {
  return decks
    .map((deck) => {
      const n = mix[deck] ?? 0;
      return MIXES[deck]?.({ n }) ?? m.card_count_aria({ n, card: deck });
    })
    .join(' + ');
}

/** What to ask whoever draws a mix: in terms of short and long where the decks are called so. */
export const mixQuestion = (decks: readonly string[], n: number): string =>
  decks.every((deck) => deck in MIXES) ? m.mix_question({ n }) : m.mix_hint();
