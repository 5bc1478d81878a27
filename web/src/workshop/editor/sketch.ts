/**
 * Where an unfinished board is drawn, at once: tracks are straight, names stand above their places. The true
 * drawing, with bent tracks and names that cover nothing, takes the server seconds.
 */
import type { Layout, PlaceLayout, TrackLayout } from '../../server/types';
import {
  aspectOf,
  kindOf,
  lengthOf,
  nameOf,
  numberIn,
  own,
  pairKey,
  xOf,
  yOf,
  type BoardDocument,
  type Track,
} from './board-document';

const LONG_SIDE = 1000;
const LONGEST_SPACE = 40;
const SHORTEST_SPACE = 9;
/** Kept free at the ends of a track. */
const CLEAR = 14;

export type Sketch = Pick<Layout, 'width' | 'height' | 'places' | 'tracks' | 'label_size'>;

export function pictureSize(document: BoardDocument): { width: number; height: number } {
  const aspect = aspectOf(document);
  return aspect >= 1
    ? { width: LONG_SIDE, height: LONG_SIDE / aspect }
    : { width: LONG_SIDE * aspect, height: LONG_SIDE };
}

/** Tracks are named by their uid here, places by theirs. */
export function sketch(document: BoardDocument): Sketch {
  const { width, height } = pictureSize(document);
  const at = new Map(
    document.places.map((place): [string, [number, number]] => [place.id, [xOf(place) * width, yOf(place) * height]]),
  );
  const drawn = document.tracks.filter((track) => at.has(track.a) && at.has(track.b) && track.a !== track.b);
  const space = spaceLength(drawn, at);
  const lanes = new Map<string, Track[]>();
  for (const track of drawn) {
    const pair = pairKey(track.a, track.b);
    lanes.set(pair, [...(lanes.get(pair) ?? []), track]);
  }
  const tracks = drawn.map((track) => {
    const beside = lanes.get(pairKey(track.a, track.b))!;
    const lane = (beside.indexOf(track) - (beside.length - 1) / 2) * Math.max(space * 0.68, 9);
    const [first, second] = track.a < track.b ? [track.a, track.b] : [track.b, track.a];
    return straight(track, at.get(first)!, at.get(second)!, lane, space);
  });
  const size = Math.min(22, Math.max(13, space * 0.62));
  const places = document.places.map((place): PlaceLayout => {
    const [x, y] = at.get(place.id)!;
    const lines = [nameOf(place)];
    const label = { lines, x, y: y - 13, anchor: 'middle', line_height: size, box: [x, y, x, y] as never };
    return {
      id: String(place.uid),
      x,
      y,
      r: 8.5,
      country: own(place.fields, 'country') === true,
      ends: [],
      end_labels: [],
      passengers: [],
      labels: { en: label },
    };
  });
  return { width, height, places, tracks, label_size: size };
}

/** Of most tracks: a few very tight ones have spaces of their own. */
function spaceLength(tracks: readonly Track[], at: ReadonlyMap<string, [number, number]>): number {
  const fits = tracks
    .map((track) => {
      const [a, b] = [at.get(track.a)!, at.get(track.b)!];
      return (Math.hypot(a[0] - b[0], a[1] - b[1]) - 2 * CLEAR) / (lengthOf(track) * 1.12);
    })
    .sort((a, b) => a - b);
  const tight = fits[Math.floor(fits.length * 0.08)] ?? LONGEST_SPACE;
  return Math.min(LONGEST_SPACE, Math.max(SHORTEST_SPACE, tight));
}

const short = (value: number): number => Math.round(value * 10) / 10;

function straight(
  track: Track,
  from: [number, number],
  to: [number, number],
  lane: number,
  space: number,
): TrackLayout {
  const distance = Math.max(Math.hypot(to[0] - from[0], to[1] - from[1]), 1);
  const [ux, uy] = [(to[0] - from[0]) / distance, (to[1] - from[1]) / distance];
  const length = lengthOf(track);
  const kind = kindOf(track);
  const angle = (Math.atan2(uy, ux) * 180) / Math.PI;
  // Parallel tracks keep apart except at their ends.
  const point = (along: number): [number, number] => {
    const bulge = lane * Math.min(1, Math.min(along, distance - along) / Math.max(CLEAR, 1));
    return [from[0] + ux * along - uy * bulge, from[1] + uy * along + ux * bulge];
  };
  const room = Math.max(distance - 2 * CLEAR, distance * 0.3);
  const long = Math.min(space, room / (length * 1.08));
  const step = Math.min(room / length, long * 1.35);
  const first = distance / 2 - (step * (length - 1)) / 2;
  const spaces = Array.from({ length }, (_, index): [number, number, number] => {
    const [x, y] = point(first + index * step);
    return [short(x), short(y), short(angle)];
  });
  const bends = [0, CLEAR, distance - CLEAR, distance].map((along) => point(Math.min(Math.max(along, 0), distance)));
  const line = `M${bends.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}`;
  const locomotives = kind === 'ferry' ? Math.min(length, Math.max(0, numberIn(track.fields, 'locomotives', 1))) : 0;
  const portals: [number, number, number][] =
    kind === 'tunnel'
      ? [
          [...point(Math.max(first - step * 0.5 - long * 0.1, 6)), angle],
          [...point(Math.min(first + step * (length - 0.5) + long * 0.1, distance - 6)), angle + 180],
        ]
      : [];
  return {
    id: String(track.uid),
    a: track.a,
    b: track.b,
    colour: track.colour,
    kind,
    length,
    locomotives,
    line,
    wave: kind === 'ferry' ? waves(point, distance) : '',
    spaces,
    space: [short(long), short(Math.max(long * 0.36, 5))],
    wheels: Array.from({ length: Math.floor(locomotives) }, (_, index) => index),
    portals,
    middle: point(distance / 2),
  };
}

function waves(point: (along: number) => [number, number], distance: number): string {
  const parts: string[] = [];
  const count = Math.max(2, Math.round(distance / 12));
  for (let i = 0; i < count; i += 1) {
    const [x, y] = point((i * distance) / count);
    const [cx, cy] = point(((i + 0.5) * distance) / count);
    const [ex, ey] = point(((i + 1) * distance) / count);
    const [dx, dy] = [ex - x, ey - y];
    const swing = i % 2 === 0 ? 0.35 : -0.35;
    if (i === 0) parts.push(`M${short(x)} ${short(y)}`);
    parts.push(`Q${short(cx - dy * swing)} ${short(cy + dx * swing)} ${short(ex)} ${short(ey)}`);
  }
  return parts.join('');
}
