/** What a first game teaches next, from what has happened in it so far. */
import type { LoggedEvent, View } from '../server/types';

export const LESSONS = ['tickets', 'draw', 'second', 'watch', 'collect', 'choose', 'pay', 'done'] as const;
export type Lesson = (typeof LESSONS)[number];

export interface Moment {
  view: View | null;
  log: readonly LoggedEvent[];
  seat: number | null;
  myTurn: boolean;
  canClaim: boolean;
  /** A track is selected. */
  selected: boolean;
}

export function lessonOf(moment: Moment): Lesson {
  const { view, log, seat } = moment;
  const own = log.filter((entry) => entry.event.seat === seat).map((entry) => entry.event);
  if (own.some((event) => event.claimed)) return 'done';
  if (!view || !own.some((event) => event.kind === 'keep')) return moment.myTurn ? 'tickets' : 'watch';
  if (!moment.myTurn) return 'watch';
  if (view.phase === 'second_card') return 'second';
  const drawn = own.filter((event) => event.kind === 'draw').length;
  if (drawn === 0) return 'draw';
  if (moment.canClaim) return moment.selected ? 'pay' : 'choose';
  return 'collect';
}
