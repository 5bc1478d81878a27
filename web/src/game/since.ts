/** What happened since a seat last acted: the part of the log a returning player wants first. */
import type { LoggedEvent } from '../server/types';

export function sinceLastTurn(log: readonly LoggedEvent[], seat: number | null): LoggedEvent[] {
  if (seat === null) return [];
  let start = log.length;
  while (start > 0 && log[start - 1]!.event.seat !== seat) start -= 1;
  // Nothing of ours before: a fresh table has no "last turn" to compare with.
  return start === 0 ? [] : told(log.slice(start));
}

/** A claim that was made tells all it took: cards laid for it and given as substitutes need no line of their own. */
export function told(log: readonly LoggedEvent[]): LoggedEvent[] {
  return log.filter(({ event }, index) => {
    if (event.claimed || (event.kind !== 'give' && event.kind !== 'claim')) return true;
    for (const { event: later } of log.slice(index + 1)) {
      if (later.seat !== event.seat) return true;
      if (later.claimed) return false;
    }
    return true;
  });
}
