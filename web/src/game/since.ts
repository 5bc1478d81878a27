/** What happened since a seat last acted: the part of the log a returning player wants first. */
import type { LoggedEvent } from '../server/types';

export function sinceLastTurn(log: readonly LoggedEvent[], seat: number | null): LoggedEvent[] {
  if (seat === null) return [];
  let start = log.length;
  while (start > 0 && log[start - 1]!.event.seat !== seat) start -= 1;
  // Nothing of ours before: a fresh table has no "last turn" to compare with.
  return start === 0 ? [] : log.slice(start);
}
