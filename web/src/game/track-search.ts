/** Finds tracks and places by position: under a finger, or next in the direction of an arrow key. */
import type { PlaceLayout, TrackLayout } from '../server/types';

export interface Point {
  x: number;
  y: number;
}

/** Distance from a point to the nearest plate of a track. */
function distance(track: TrackLayout, point: Point): number {
  let best = Infinity;
  for (const [x, y, angle] of track.spaces) {
    const turn = (angle * Math.PI) / 180;
    const dx = point.x - x;
    const dy = point.y - y;
    const alongPlate = Math.abs(dx * Math.cos(turn) + dy * Math.sin(turn)) - track.space[0] / 2;
    const acrossPlate = Math.abs(-dx * Math.sin(turn) + dy * Math.cos(turn)) - track.space[1] / 2;
    best = Math.min(best, Math.hypot(Math.max(alongPlate, 0), Math.max(acrossPlate, 0)));
  }
  return best;
}

/** The track a tap means: the nearest one, if any is within `reach` board units. */
export function trackAt(tracks: readonly TrackLayout[], point: Point, reach: number): string | null {
  let found: string | null = null;
  let best = reach;
  for (const track of tracks) {
    const away = distance(track, point);
    if (away <= best) {
      best = away;
      found = track.id;
      if (away === 0) break;
    }
  }
  return found;
}

/** The place of these that a tap means: the nearest one, if any is within `reach` board units. */
export function placeAt(
  places: readonly PlaceLayout[],
  choosable: ReadonlySet<string>,
  point: Point,
  reach: number,
): string | null {
  const near = places
    .filter(({ id }) => choosable.has(id))
    .map(({ id, x, y }) => ({ id, away: Math.hypot(x - point.x, y - point.y) }))
    .filter(({ away }) => away <= reach)
    .sort((a, b) => a.away - b.away);
  return near[0]?.id ?? null;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

const VECTORS: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/** The next track in a direction, preferring near ones straight ahead; the same one at the edge. */
export function nextTrack(tracks: readonly TrackLayout[], from: string | null, direction: Direction): string | null {
  const start = tracks.find((track) => track.id === from);
  if (!start) return tracks[0]?.id ?? null;
  const heading = VECTORS[direction];
  let found = start.id;
  let best = Infinity;
  for (const track of tracks) {
    if (track === start) continue;
    const dx = track.middle[0] - start.middle[0];
    const dy = track.middle[1] - start.middle[1];
    const ahead = dx * heading.x + dy * heading.y;
    if (ahead <= 0.5) continue;
    const aside = Math.abs(dx * heading.y - dy * heading.x);
    const cost = ahead + 2 * aside;
    if (cost < best) {
      best = cost;
      found = track.id;
    }
  }
  return found;
}
