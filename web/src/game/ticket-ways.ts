/** Ways over the board between the ends of a ticket: what it still needs, and what connects it. */
import type { TrackLayout } from '../server/types';

export interface TicketWay {
  /** Tracks in order, from one end to the other; those of a tour in no order. */
  tracks: string[];
  /** What they cost together. */
  cost: number;
  /** Of a ticket with several values: the index of the end that the way leads to. */
  end?: number;
}

type Step = Pick<TrackLayout, 'id' | 'a' | 'b'>;

/**
 * The cheapest way from one place to another; null if there is none. `cost` is null for a track that cannot be used,
 * and `through` says whether a way may lead on from a place (a country is only an end station).
 */
export function cheapestWay(
  tracks: readonly Step[],
  from: string,
  to: string,
  cost: (track: string) => number | null,
  through: (place: string) => boolean = () => true,
): TicketWay | null {
  const beside = new Map<string, { id: string; to: string; cost: number }[]>();
  for (const { id, a, b } of tracks) {
    const price = cost(id);
    if (price === null) continue;
    for (const [start, end] of [
      [a, b],
      [b, a],
    ] as const) {
      const list = beside.get(start) ?? [];
      list.push({ id, to: end, cost: price });
      beside.set(start, list);
    }
  }
  // Boards have some fifty places, so that looking for the nearest one is as quick as a heap.
  const best = new Map<string, { cost: number; steps: number; by: string | null; from: string | null }>([
    [from, { cost: 0, steps: 0, by: null, from: null }],
  ]);
  const done = new Set<string>();
  for (;;) {
    let place: string | null = null;
    let at = { cost: Infinity, steps: Infinity };
    for (const [each, entry] of best) {
      if (done.has(each)) continue;
      if (entry.cost < at.cost || (entry.cost === at.cost && entry.steps < at.steps)) {
        place = each;
        at = entry;
      }
    }
    if (place === null) return null;
    if (place === to) break;
    done.add(place);
    if (place !== from && !through(place)) continue;
    for (const next of beside.get(place) ?? []) {
      const sum = at.cost + next.cost;
      const known = best.get(next.to);
      if (!known || sum < known.cost || (sum === known.cost && at.steps + 1 < known.steps))
        best.set(next.to, { cost: sum, steps: at.steps + 1, by: next.id, from: place });
    }
  }
  const way: string[] = [];
  for (let place: string | null = to; place !== null && place !== from; place = best.get(place)!.from)
    way.unshift(best.get(place)!.by!);
  return { tracks: way, cost: best.get(to)!.cost };
}

/**
 * A cheap network that reaches all ends of a ticket, each by any of its places; null if there is none. Of a tour with
 * more than three ends it may not be the cheapest one.
 *
 * From each place in turn, the ways to all ends are laid one after the other, over tracks laid before for nothing.
 */
export function cheapestNetwork(
  tracks: readonly Step[],
  ends: readonly (readonly string[])[],
  cost: (track: string) => number | null,
  through: (place: string) => boolean = () => true,
): TicketWay | null {
  const [first = [], ...others] = ends;
  if (others.length === 1 && first.length === 1 && others[0]!.length === 1)
    return cheapestWay(tracks, first[0]!, others[0]![0]!, cost, through);
  // Between two ends the way may begin in a country; several ways are never joined there.
  const meetings = others.length === 1 ? first : new Set(tracks.flatMap(({ a, b }) => [a, b].filter(through)));
  let best: TicketWay | null = null;
  for (const meeting of meetings) {
    const limit: number = best?.cost ?? Infinity;
    best = networkFrom(meeting, tracks, others.length === 1 ? others : ends, limit, cost, through) ?? best;
  }
  return best;
}

/**
 * The cheapest way from the first end, the start of a ticket with several values, to one of the others; of those that
 * cost the same, to the one worth most. Null if there is none. `values` are the points of the others.
 */
export function wayToBestEnd(
  tracks: readonly Step[],
  ends: readonly (readonly string[])[],
  values: readonly number[],
  cost: (track: string) => number | null,
  through: (place: string) => boolean = () => true,
): TicketWay | null {
  let best: TicketWay | null = null;
  let most = 0;
  for (const [index, points] of values.entries()) {
    const way = cheapestNetwork(tracks, [ends[0]!, ends[index + 1]!], cost, through);
    if (way && (!best || way.cost < best.cost || (way.cost === best.cost && points > most))) {
      best = { ...way, end: index + 1 };
      most = points;
    }
  }
  return best;
}

/** The places at the ends of a ticket: of all, or of the start and the end that its way leads to. */
export const placesOnWay = (ends: readonly (readonly string[])[], way: TicketWay | null): string[] =>
  (way?.end === undefined ? ends : [ends[0]!, ends[way.end]!]).flat();

/** The network that the ways from one place make; null if there is none that costs less than `limit`. */
function networkFrom(
  meeting: string,
  tracks: readonly Step[],
  ends: readonly (readonly string[])[],
  limit: number,
  cost: (track: string) => number | null,
  through: (place: string) => boolean,
): TicketWay | null {
  const laid = new Set<string>();
  const left = (track: string): number | null => (laid.has(track) ? 0 : cost(track));
  let sum = 0;
  for (const end of ends) {
    const ways = end.flatMap((place) => cheapestWay(tracks, meeting, place, left, through) ?? []);
    if (ways.length === 0) return null;
    const way = ways.reduce((one, other) => (other.cost < one.cost ? other : one));
    for (const track of way.tracks) laid.add(track);
    sum += way.cost;
    if (sum >= limit) return null;
  }
  return { tracks: [...laid], cost: sum };
}
