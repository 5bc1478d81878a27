/** Where the small numbers of tickets stand: beside their places, clear of names and stations. */
import type { Label, Layout, PlaceLayout } from '../server/types';
import type { TicketMark } from './board-highlights';
import { coveredArea, type Box } from './covered-area';
import type { House } from './station-places';

export interface DrawnMark {
  key: string;
  x: number;
  y: number;
  number: number;
  mark: TicketMark;
}

type Point = readonly [x: number, y: number];

/** Directions from a place, and that in which several marks of it stand side by side; the first is preferred. */
const DIRECTIONS: readonly { side: Point; row: number }[] = [
  { side: [-1, -1], row: -1 },
  { side: [1, -1], row: 1 },
  { side: [-1, 1], row: -1 },
  { side: [1, 1], row: 1 },
  { side: [0, -1.45], row: 1 },
  { side: [0, 1.45], row: 1 },
];

/** Choose a position for each mark; `names` and `houses` are all that are shown, `radius` is that of a mark. */
export function placeMarks(
  layout: Layout,
  marks: readonly TicketMark[],
  names: readonly Label[],
  houses: readonly House[],
  radius: number,
): DrawnMark[] {
  const places = new Map(layout.places.map((place) => [place.id, place]));
  const counts = new Map<string, number>();
  for (const id of marks.flatMap((mark) => mark.ends.flat())) counts.set(id, (counts.get(id) ?? 0) + 1);
  const positions = new Map<string, Point[]>();
  for (const [id, count] of counts) {
    const place = places.get(id);
    // A station is wider than the dot under it.
    const reach = houses.find(({ mark }) => mark.place === id)?.half ?? 0;
    if (place) positions.set(id, rowOf(layout, place, count, [...names, ...houses], radius, reach));
  }
  return marks.flatMap((mark, number) =>
    mark.ends.flat().flatMap((id) => {
      const at = positions.get(id)?.shift();
      return at ? [{ key: `${mark.ticket} ${id}`, x: at[0], y: at[1], number, mark }] : [];
    }),
  );
}

/** The positions of all marks of one place: in the direction where least is covered. */
function rowOf(
  layout: Layout,
  place: PlaceLayout,
  count: number,
  obstacles: readonly { box: Box }[],
  radius: number,
  reach: number,
): Point[] {
  const [x, y] = place.country && place.r === 0 ? (place.ends[0] ?? [place.x, place.y]) : [place.x, place.y];
  const away = Math.max(place.r, layout.end_radius, reach) + radius * 0.4;
  const rows = DIRECTIONS.map(({ side, row }) =>
    Array.from({ length: count }, (_, i): Point => [x + side[0] * away + row * i * radius * 2.1, y + side[1] * away]),
  );
  const boxOf = ([x, y]: Point): Box => [x - radius, y - radius, x + radius, y + radius];
  const costs = rows.map((row) => row.reduce((sum, at) => sum + coveredArea(boxOf(at), obstacles), 0));
  return rows[costs.indexOf(Math.min(...costs))]!;
}
