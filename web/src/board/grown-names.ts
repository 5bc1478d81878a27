/**
 * Enlarged names of ringed places, where the board is so small that its own names cannot be read: each beside its
 * place, clear of the other enlarged names and of the rings, and near the middle of what is shown.
 */
import type { Box } from '../game/camera';
import type { Label, PlaceLayout } from '../server/types';

export interface GrownNames {
  /** The labels of each ringed place, at their new positions. */
  labels: ReadonlyMap<string, readonly Label[]>;
  /** Places whose own names would lie under an enlarged one. */
  covered: ReadonlySet<string>;
}

interface Spot {
  place: string;
  label: Label;
  x: number;
  y: number;
  radius: number;
}

/** All names of a place in a language: its own, or those of its end stations. */
export const labelsOf = (place: PlaceLayout, locale: string): Label[] =>
  [place.labels, ...place.end_labels].flatMap((names) => names[locale] ?? names.en ?? []);

/** Radius of the ring around a marked place, or around an end station of it. */
export const ringRadius = (place: PlaceLayout, endRadius: number, grown: number): number =>
  (place.ends.length > 0 ? endRadius * 2.2 : place.r * 2) * Math.sqrt(grown);

function area(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

const boxOf = ({ box: [left, top, right, bottom] }: Label): Box => ({ left, top, right, bottom });

/** The same label, `grown` times as large, with its box at these coordinates. */
function moved(label: Label, grown: number, left: number, top: number, anchor: string): Label {
  const [l, t, r, b] = label.box;
  const [width, height] = [(r - l) * grown, (b - t) * grown];
  const x = anchor === 'start' ? left : anchor === 'end' ? left + width : left + width / 2;
  return { ...label, anchor, x, y: top + (label.y - t) * grown, box: [left, top, left + width, top + height] };
}

/** Where a name may go: where it is, or around its ring, on the side that it is on first. */
function candidates({ label, x, y, radius }: Spot, grown: number): Label[] {
  const [l, t, r, b] = label.box;
  const [width, height] = [(r - l) * grown, (b - t) * grown];
  const gap = radius + 1.5 * grown;
  const near = gap * 0.7;
  const left = label.anchor === 'start' ? l : label.anchor === 'end' ? r - width : (l + r - width) / 2;
  const above = (t + b) / 2 < y;
  return [
    moved(label, grown, left, above ? b - height : t, label.anchor),
    moved(label, grown, x + gap, y - height / 2, 'start'),
    moved(label, grown, x - gap - width, y - height / 2, 'end'),
    moved(label, grown, x - width / 2, y - gap - height, 'middle'),
    moved(label, grown, x - width / 2, y + gap, 'middle'),
    moved(label, grown, x + near, y - near - height, 'start'),
    moved(label, grown, x + near, y + near, 'start'),
    moved(label, grown, x - near - width, y - near - height, 'end'),
    moved(label, grown, x - near - width, y + near, 'end'),
    moved(label, grown, x - width / 2, y - gap * 2 - height, 'middle'),
    moved(label, grown, x - width / 2, y + gap * 2, 'middle'),
  ];
}

/**
 * Place the enlarged names of these places, `grown` times as large as in the layout; null: they are large enough.
 * `shown`: the part of the board that is certainly in the window.
 */
export function growNames(
  places: readonly PlaceLayout[],
  marked: ReadonlySet<string>,
  { locale, grown, endRadius, shown }: { locale: string; grown: number; endRadius: number; shown: Box },
): GrownNames | null {
  if (grown <= 1 || marked.size === 0) return null;
  const spots = places
    .filter((place) => marked.has(place.id))
    .flatMap((place) => {
      const radius = ringRadius(place, endRadius, grown);
      const ends = place.ends.length > 0 ? place.ends : [[place.x, place.y] as const];
      return labelsOf(place, locale).map((label): Spot => {
        const from = ([x, y]: readonly [number, number]): number => Math.hypot(x - label.x, y - label.y);
        const [x, y] = [...ends].sort((a, b) => from(a) - from(b))[0]!;
        return { place: place.id, label, x, y, radius };
      });
    });
  const rings = spots.map(({ x, y, radius }): Box => {
    const reach = radius * 0.85;
    return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach };
  });
  const choices = spots.map((spot) => candidates(spot, grown));
  const chosen = choices.map((each) => each[0]!);
  const cost = (index: number, candidate: Label, rank: number): number => {
    const box = boxOf(candidate);
    // Room between two names, so that they are not read as one.
    const room = { left: box.left - 3, top: box.top - 1, right: box.right + 3, bottom: box.bottom + 1 };
    const size = (box.right - box.left) * (box.bottom - box.top);
    const names = chosen.reduce((sum, other, at) => sum + (at === index ? 0 : area(room, boxOf(other))), 0);
    const onRings = rings.reduce((sum, ring) => sum + area(box, ring), 0);
    return (names * 12 + onRings * 2 + (size - area(box, shown)) * 3) / size + rank * 0.01;
  };
  // Each in turn takes the best position for where the others are; a few rounds settle it.
  for (let round = 0; round < 4; round += 1)
    for (const [index, all] of choices.entries()) {
      const costs = all.map((candidate, rank) => cost(index, candidate, rank));
      chosen[index] = all[costs.indexOf(Math.min(...costs))]!;
    }
  const labels = new Map<string, Label[]>();
  for (const [index, { place }] of spots.entries()) labels.set(place, [...(labels.get(place) ?? []), chosen[index]!]);
  const boxes = chosen.map(boxOf);
  const covered = places.filter(
    (place) =>
      !marked.has(place.id) &&
      labelsOf(place, locale).some((label) => boxes.some((box) => area(box, boxOf(label)) > 0)),
  );
  return { labels, covered: new Set(covered.map((place) => place.id)) };
}
