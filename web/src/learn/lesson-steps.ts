/** What a lesson teaches next, from how far its prepared game has come. */
import type { Tab } from '../table/game-screen.svelte';
import deals from '../../../src/goldenspike/server/tables/lessons.json';

export const LESSONS = ['first_game', 'last_round', 'passengers', 'ferry', 'tunnel', 'lieksa'] as const;
export type LessonName = (typeof LESSONS)[number];

interface Deal {
  board: string;
  /** Seats and actions before the lesson begins, and those that it teaches. */
  before: readonly (readonly [number, string])[];
  moves: readonly (readonly [number, string])[];
}
const DEALS = deals as unknown as Record<LessonName, Deal>;

export const boardOf = (lesson: LessonName): string => DEALS[lesson].board;
export const isLesson = (name: string | null | undefined): name is LessonName =>
  (LESSONS as readonly unknown[]).includes(name);

/** The ticket that the first game completes, and the track that its double route closes. */
export const TICKET = 'denver-el_paso';
export const CLOSED = 'dallas-houston:gray#2';

/** Words for each move of the learner; of a claim, for choosing the track and for paying. */
const WORDS = {
  first_game: {
    0: 'tickets',
    2: 'draw',
    3: 'second',
    6: ['choose', 'pay'],
    8: ['closed', 'pay'],
    11: 'more',
    12: 'keep',
  },
  last_round: { 0: ['last', 'pay'], 3: ['final', 'pay'] },
  passengers: { 0: ['passengers', 'claim'], 1: 'take', 2: 'take_second' },
  ferry: { 0: ['ferry', 'ferry_pay'] },
  tunnel: { 0: ['tunnel', 'tunnel_pay'], 1: 'extra' },
  lieksa: { 0: ['lieksa', 'lieksa_pay'] },
} as const satisfies Record<LessonName, Record<number, string | readonly [string, string]>>;

const DONE = {
  first_game: 'first_done',
  last_round: 'score',
  passengers: 'passengers_done',
  ferry: 'ferry_done',
  tunnel: 'tunnel_done',
  lieksa: 'lieksa_done',
} as const satisfies Record<LessonName, string>;

type Said<T> = T extends readonly (infer Word)[] ? Word : T;
type AnyWords = (typeof WORDS)[LessonName];
type Spoken = AnyWords extends infer One ? (One extends AnyWords ? Said<One[keyof One]> : never) : never;
export type StepWords = Spoken | (typeof DONE)[LessonName] | 'watch' | 'double';

export interface Moment {
  /** Number of the last action. */
  n: number;
  myTurn: boolean;
  /** What may be done now. */
  legal: readonly string[];
  selected: string | null;
  /** The closed track of the first game has been looked at. */
  closedSeen: boolean;
  /** Whether a track is ours. */
  owned: (track: string) => boolean;
}

export interface Step {
  words: StepWords;
  /** What the spotlight is on: a selector. */
  target: string | null;
  /** On a small screen: the tab it is in. */
  tab?: Tab;
  /** The track, and the payment, that it is about. */
  track?: string;
  action?: string;
  /** The lesson has taught all it has to. */
  done: boolean;
}

/** How many moves of a lesson have been made, and how many it has. */
export function progressOf(lesson: LessonName, n: number): { made: number; total: number } {
  const { before, moves } = DEALS[lesson];
  return { made: Math.min(Math.max(n - before.length, 0), moves.length), total: moves.length };
}

const plannedAt = (lesson: LessonName, n: number): readonly [number, string] | undefined =>
  DEALS[lesson].moves[n - DEALS[lesson].before.length];

/** Tracks paid for as one likes; elsewhere a later step needs the cards that are left. */
const ANY_PAYMENT: ReadonlySet<LessonName> = new Set(['passengers', 'ferry', 'lieksa']);

/** Whether an action is what the lesson asks for now. */
export function accepts(lesson: LessonName, n: number, action: string): boolean {
  const [seat, planned] = plannedAt(lesson, n) ?? [1, ''];
  if (seat !== 0) return true;
  const [verb, subject] = planned.split(' ');
  switch (verb) {
    case 'keep':
      return action.startsWith('keep ') && (n > 0 || action.split(' ').includes(TICKET));
    case 'take':
    case 'pay':
    case 'give':
      return action.startsWith(`${verb} `);
    case 'claim':
      return ANY_PAYMENT.has(lesson) ? action.startsWith(`claim ${subject} `) : action === planned;
    default:
      return action === planned;
  }
}

export function stepOf(lesson: LessonName, moment: Moment): Step {
  const planned = plannedAt(lesson, moment.n);
  const [, first] = DEALS[lesson].moves[0] ?? [0, ''];
  // A ferry or Lieksa may be paid with more or fewer substitutes than planned.
  const early = (lesson === 'ferry' || lesson === 'lieksa') && moment.owned(first.split(' ')[1] ?? '');
  // The game was played otherwise, in another window: then there is nothing more to teach here.
  const elsewhere = moment.myTurn && !moment.legal.some((action) => accepts(lesson, moment.n, action));
  if (!planned || early || elsewhere) {
    return { words: DONE[lesson], target: lesson === 'last_round' ? '[data-panel="end"]' : null, done: true };
  }
  const [seat, action] = planned;
  if (seat !== 0 || !moment.myTurn) return { words: 'watch', target: null, done: false };
  const said = WORDS[lesson] as Record<number, StepWords | readonly [StepWords, StepWords]>;
  let made = moment.n - DEALS[lesson].before.length;
  // Substitutes that were chosen with a claim are given one by one: it goes on as it was said.
  while (said[made] === undefined) made -= 1;
  const words = said[made]!;
  if (action.startsWith('give '))
    return { words: typeof words === 'string' ? words : words[1], target: null, done: false };
  if (typeof words === 'string') return { words, ...pointed(action), action, done: false };
  const track = action.split(' ')[1] ?? '';
  if (words[0] === 'closed' && !moment.closedSeen) {
    return { words: 'double', target: onTrack(CLOSED), tab: 'hand', track: CLOSED, done: false };
  }
  return moment.selected === track
    ? { words: words[1], target: '[data-panel="claim"]', track, action, done: false }
    : { words: words[0], target: onTrack(track), tab: 'hand', track, action, done: false };
}

const onTrack = (track: string): string => `[data-track="${track}"]`;

/** Where an action other than a claim is made. */
function pointed(action: string): { target: string; tab?: Tab } {
  const [verb, what] = action.split(' ');
  switch (verb) {
    case 'draw':
      return { target: `[data-draw="${what}"]`, tab: 'market' };
    case 'tickets':
      return { target: '[data-do="tickets"]', tab: 'tickets' };
    case 'take':
      return { target: '[data-panel="passenger"]' };
    case 'pay':
      return { target: '[data-panel="tunnel"]' };
    default:
      return { target: '[data-panel="keep"]' };
  }
}
