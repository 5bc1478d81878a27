/** A wagon's direction, turned so that its roof is up: between -90 and 90 degrees. */
export function upright(angle: number): number {
  return angle > 90 ? angle - 180 : angle <= -90 ? angle + 180 : angle;
}
