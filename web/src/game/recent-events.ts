/** The events since a seat last acted: the part of the log that a returning player wants first. */
import type { LoggedEvent } from '../server/types';

export function sinceLastTurn(log: readonly LoggedEvent[], seat: number | null): LoggedEvent[] {
  if (seat === null) return [];
  let start = log.length;
  // What a stand-in did for the seat is news to its player.
  const acted = ({ event, by }: LoggedEvent): boolean => event.seat === seat && by !== 'stand_in';
  while (start > 0 && !acted(log[start - 1]!)) start -= 1;
  // Without a last turn there is nothing to tell, unless somebody else played the seat from the beginning.
  const replaced = log.some(({ event, by }) => event.seat === seat && by === 'stand_in');
  return start === 0 && !replaced ? [] : collapseClaims(log.slice(start));
}

/** Leaves out the steps of each completed claim: its own event has all the cards spent on it. */
export function collapseClaims(log: readonly LoggedEvent[]): LoggedEvent[] {
  return log.filter(({ event }, index) => {
    if (event.claimed || (event.kind !== 'give' && event.kind !== 'claim')) return true;
    for (const { event: later } of log.slice(index + 1)) {
      if (later.seat !== event.seat) return true;
      if (later.claimed) return false;
    }
    return true;
  });
}
