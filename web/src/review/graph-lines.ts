/** The lines of the graph of chances, in the units of its drawing. */
import type { Chances } from '../server/types';

export const WIDTH = 360;
export const HEIGHT = 150;

/** Where a moment of the game is: 0 is the deal. */
export const acrossAt = (step: number, total: number): number => (WIDTH * step) / Math.max(1, total);
export const downAt = (chance: number): number => HEIGHT * (1 - chance);

/** A seat's line as the points of an SVG polyline. */
export function lineOf(chances: Chances, seat: number): string {
  const total = chances.after.length;
  return [chances.start, ...chances.after]
    .map((each, step) => `${acrossAt(step, total).toFixed(1)},${downAt(each[seat] ?? 0).toFixed(1)}`)
    .join(' ');
}

/** The chances of all seats at a step. */
export const chancesAt = (chances: Chances, step: number): number[] =>
  step <= 0 ? chances.start : (chances.after[Math.min(step, chances.after.length) - 1] ?? chances.start);

/** The step that is nearest to a part (0 to 1) of the graph's width. */
export const stepAt = (part: number, total: number): number => Math.max(0, Math.min(total, Math.round(part * total)));

/** The next or last number before or after a step, round the end. */
export function nextOf(numbers: readonly number[], step: number, direction: 1 | -1): number | null {
  if (numbers.length === 0) return null;
  const later = numbers.filter((each) => (direction > 0 ? each > step : each < step));
  return (direction > 0 ? (later[0] ?? numbers[0]) : (later.at(-1) ?? numbers.at(-1))) ?? null;
}
