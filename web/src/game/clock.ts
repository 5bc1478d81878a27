/** Time left on the server's clock, told by how long ago it spoke: the two clocks need not agree. */
import type { ClockState } from '../server/types';

export function msLeft(clock: ClockState & { received: number }, now: number): number {
  return Math.max(0, clock.deadline - clock.now - (now - clock.received));
}

export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (days > 0) return `${days}d ${two(hours)}h`;
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
