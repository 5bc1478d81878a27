import type { Label } from '../server/types';

export type Box = Label['box'];

/** How much of a box is covered by what lies on the board already: names, stations. */
export function coveredArea(box: Box, obstacles: readonly { box: Box }[]): number {
  let area = 0;
  for (const { box: other } of obstacles) {
    const wide = Math.min(other[2], box[2]) - Math.max(other[0], box[0]);
    const high = Math.min(other[3], box[3]) - Math.max(other[1], box[1]);
    if (wide > 0 && high > 0) area += wide * high;
  }
  return area;
}
