/** Where the houses of stations stand: over the dots of their places, moved off the names as far as that takes. */
import type { Label, Layout, PlaceLayout } from '../server/types';
import type { StationMark } from './board-highlights';
import { coveredArea, type Box } from './covered-area';

export interface House {
  mark: StationMark;
  /** Its middle. */
  x: number;
  y: number;
  /** Half its side. */
  half: number;
  /** What it covers, with its outline. */
  box: Box;
}

/** Half the side of a house, in pixels, that still shows its emblem. */
const LEAST = 9;
/** How much wider its outline makes a house. */
const OUTLINED = 1.12;
/** How far houses may move, in halves of their side: they stay beside the dot at least. */
const STEPS = [0, 0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2];
/** Sixteen directions, straight up first. */
const SIDES = [0, 8, 12, 4, 14, 2, 10, 6, 15, 1, 9, 7, 13, 3, 11, 5].map((n) => {
  const turn = (n * Math.PI) / 8;
  return [Math.sin(turn), -Math.cos(turn)] as const;
});
const MOVES = STEPS.flatMap((step) => SIDES.map(([x, y]) => [x * step, y * step] as const));

/** The houses of all marks; `names` are all names that are shown, `scale` the pixels of a unit of the layout. */
export function placeStations(
  layout: Layout,
  marks: readonly StationMark[],
  names: readonly Label[],
  scale: number,
): House[] {
  const places = new Map(layout.places.map((place) => [place.id, place]));
  return [...new Set(marks.map((mark) => mark.place))].flatMap((id) => {
    const place = places.get(id);
    const here = marks.filter((mark) => mark.place === id);
    return place ? rowOf(place, here, names, Math.max(place.r * 1.5, LEAST / scale)) : [];
  });
}

/** The houses of one place side by side: over its dot, or above its passengers, as near as names let them. */
function rowOf(place: PlaceLayout, marks: readonly StationMark[], names: readonly Label[], half: number): House[] {
  const top = place.y - (place.passengers.length > 0 ? place.r + half * 0.6 : 0);
  const rows = MOVES.map(([right, down]) =>
    marks.map((mark, index): House => {
      const x = place.x + (2 * index - (marks.length - 1) + right) * half;
      const y = top + down * half;
      const side = half * OUTLINED;
      return { mark, x, y, half, box: [x - side, y - side, x + side, y + side] };
    }),
  );
  const costs = rows.map((row) => row.reduce((sum, { box }) => sum + coveredArea(box, names), 0));
  // The first of the least is the nearest.
  return rows[costs.indexOf(Math.min(...costs))]!;
}
