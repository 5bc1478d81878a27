/** Time left on the server's clock, measured from when its message arrived, as the two clocks may differ. */
import type { ClockState } from '../server/types';

export function msLeft(clock: ClockState & { received: number }, now: number): number {
  return Math.max(0, clock.deadline - clock.now - (now - clock.received));
}

/** `1:05` and the like; with days to go, days and hours in the language's own words. */
export function clockText(ms: number, locale: string): string {
  const seconds = Math.ceil(ms / 1000);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  const inWords = (value: number, unit: 'day' | 'hour'): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  if (days > 0) return `${inWords(days, 'day')} ${inWords(hours, 'hour')}`;
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
