/** The contents of the rules pages for each board; the texts are in one file for each language. */

import figures from './figures.json';
import type english from './texts/en.json';

export type BoardId = 'usa' | 'germany' | 'nordic';
export type Picture =
  | 'market'
  | 'set'
  | 'gray'
  | 'wild'
  | 'double'
  | 'ferry'
  | 'tunnel'
  | 'lieksa'
  | 'passengers'
  | 'majority'
  | 'country'
  | 'ticket'
  | 'trains'
  | 'path';

export interface Item {
  key: Key;
  boards?: readonly BoardId[];
  picture?: Picture;
}

export interface Section {
  title: Key;
  items: readonly Item[];
  boards?: readonly BoardId[];
  /** The table of points by route length follows. */
  points?: boolean;
}

const USA = ['usa'] as const;
const GERMANY = ['germany'] as const;
const NORDIC = ['nordic'] as const;
const LOCO_COSTS = ['usa', 'germany'] as const;

export type Key = keyof typeof english;
export type Texts = Record<Key, string>;

export const CONTENTS: readonly Section[] = [
  { title: 't_aim', items: [{ key: 'aim', picture: 'trains' }] },
  {
    title: 't_components',
    items: [
      { key: 'comp_trains' },
      { key: 'comp_cards' },
      { key: 'comp_tickets', boards: ['usa', 'nordic'] },
      { key: 'comp_tickets_germany', boards: GERMANY },
      { key: 'comp_passengers', boards: GERMANY },
    ],
  },
  {
    title: 't_setup',
    items: [
      { key: 'set_trains', picture: 'market' },
      { key: 'set_market', boards: LOCO_COSTS },
      { key: 'set_tickets_usa', boards: USA },
      { key: 'set_tickets_germany', boards: GERMANY },
      { key: 'set_tickets_nordic', boards: NORDIC },
      { key: 'set_secret' },
      { key: 'set_secret_germany', boards: GERMANY },
      { key: 'set_first' },
    ],
  },
  { title: 't_turn', items: [{ key: 'turn' }] },
  {
    title: 't_draw',
    items: [
      { key: 'draw_two' },
      { key: 'draw_loco', boards: LOCO_COSTS, picture: 'wild' },
      { key: 'draw_loco_nordic', boards: NORDIC, picture: 'wild' },
      { key: 'draw_blind' },
      { key: 'draw_limit' },
      { key: 'draw_clear', boards: LOCO_COSTS },
      { key: 'draw_shuffle' },
      { key: 'draw_none' },
    ],
  },
  {
    title: 't_claim',
    points: true,
    items: [
      { key: 'claim_set', picture: 'set' },
      { key: 'claim_gray', picture: 'gray' },
      { key: 'claim_wild', boards: LOCO_COSTS },
      { key: 'claim_wild_nordic', boards: NORDIC },
      { key: 'claim_trains' },
      { key: 'claim_points' },
      { key: 'claim_any' },
      { key: 'claim_choose' },
      { key: 'claim_parallel', picture: 'double' },
      { key: 'claim_closed' },
    ],
  },
  {
    title: 't_ferry',
    boards: NORDIC,
    items: [{ key: 'ferry_set', picture: 'ferry' }, { key: 'ferry_more' }, { key: 'ferry_three' }],
  },
  {
    title: 't_tunnel',
    boards: NORDIC,
    items: [
      { key: 'tunnel_turn', picture: 'tunnel' },
      { key: 'tunnel_choice' },
      { key: 'tunnel_locos' },
      { key: 'tunnel_few' },
    ],
  },
  { title: 't_lieksa', boards: NORDIC, items: [{ key: 'lieksa', picture: 'lieksa' }] },
  {
    title: 't_passengers',
    boards: GERMANY,
    items: [
      { key: 'pass_setup', picture: 'passengers' },
      { key: 'pass_take' },
      { key: 'pass_score', picture: 'majority' },
    ],
  },
  { title: 't_countries', boards: GERMANY, items: [{ key: 'country', picture: 'country' }] },
  {
    title: 't_tickets',
    items: [
      { key: 'ticket_draw', picture: 'ticket' },
      { key: 'ticket_mix', boards: GERMANY },
      { key: 'ticket_return_usa', boards: USA },
      { key: 'ticket_return_germany', boards: GERMANY },
      { key: 'ticket_return_nordic', boards: NORDIC },
      { key: 'ticket_hold' },
      { key: 'ticket_score' },
    ],
  },
  { title: 't_end', items: [{ key: 'end_last' }, { key: 'end_pass' }] },
  {
    title: 't_score',
    items: [
      { key: 'score_sum' },
      { key: 'score_longest_usa', boards: USA, picture: 'path' },
      { key: 'score_globe_germany', boards: GERMANY },
      { key: 'score_globe_nordic', boards: NORDIC },
      { key: 'score_longest_nordic', boards: NORDIC, picture: 'path' },
      { key: 'tie_usa', boards: USA },
      { key: 'tie_germany', boards: GERMANY },
      { key: 'tie_nordic', boards: NORDIC },
    ],
  },
];

/** Figures that differ between boards, in braces in the texts; made from the boards by `make figures`. */
export const FIGURES: Record<BoardId, Record<string, string>> = {
  usa: figures.usa.texts,
  germany: figures.germany.texts,
  nordic: figures.nordic.texts,
};

/** Points by route length. */
export const POINTS: Record<BoardId, Record<string, number>> = {
  usa: figures.usa.points,
  germany: figures.germany.points,
  nordic: figures.nordic.points,
};

export function isBoard(id: string): id is BoardId {
  return id in FIGURES;
}

/** The sections and items one board has. */
export function contentsFor(board: BoardId): Section[] {
  const here = (boards?: readonly BoardId[]): boolean => !boards || boards.includes(board);
  return CONTENTS.filter((section) => here(section.boards)).map((section) => ({
    ...section,
    items: section.items.filter((item) => here(item.boards)),
  }));
}

export function fill(text: string, board: BoardId): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => FIGURES[board][name] ?? whole);
}
