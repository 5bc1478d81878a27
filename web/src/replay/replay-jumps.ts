/** Where a jump in a replay leads: the next claim, or the next player's turn. */
import type { GameEvent } from '../server/types';

type Steps = readonly { event: Pick<GameEvent, 'seat' | 'claimed'> }[];

/** The step after which the next track is claimed; the last one if no more is. */
export function nextClaim(steps: Steps, from: number): number {
  const found = steps.findIndex(({ event }, index) => index >= from && event.claimed);
  return found === -1 ? steps.length : found + 1;
}

/** The step with which the next player's turn begins; the last one if there is none. */
export function nextTurn(steps: Steps, from: number): number {
  const seat = steps[Math.max(0, from - 1)]?.event.seat;
  const found = steps.findIndex(({ event }, index) => index >= from && event.seat !== seat);
  return found === -1 ? steps.length : found + 1;
}
