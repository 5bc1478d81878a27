/** Cheapest ways between places on the empty board, and what a ticket over them is worth. */
import {
  isTable,
  lengthOf,
  listIn,
  MOST_ENDS,
  numberIn,
  own,
  tableIn,
  type BoardDocument,
  type Ticket,
  type Value,
} from './board-document';

/** The tracks from each place: where they lead, and the trains that they take. */
function waysOf(document: BoardDocument): Map<string, [string, number][]> {
  const ways = new Map<string, [string, number][]>();
  for (const track of document.tracks) {
    if (track.raw !== undefined) continue;
    const trains = lengthOf(track) + Math.max(0, numberIn(track.fields, 'extra_trains', 0));
    for (const [from, to] of [
      [track.a, track.b],
      [track.b, track.a],
    ] as const)
      ways.set(from, [...(ways.get(from) ?? []), [to, trains]]);
  }
  return ways;
}

const countriesOf = (document: BoardDocument): ReadonlySet<string> =>
  new Set(document.places.filter((place) => own(place.fields, 'country') === true).map((place) => place.id));

/** Makes `best`, the fewest trains to some places, that to all; nothing leads on from a country, but from starts. */
function spread(
  best: Map<string, number>,
  ways: ReadonlyMap<string, [string, number][]>,
  countries: ReadonlySet<string>,
  starts: ReadonlySet<string>,
): void {
  const open = new Set(best.keys());
  while (open.size > 0) {
    const nearest = [...open].reduce((a, b) => (best.get(b)! < best.get(a)! ? b : a));
    open.delete(nearest);
    if (countries.has(nearest) && !starts.has(nearest)) continue;
    for (const [to, length] of ways.get(nearest) ?? []) {
      const trains = best.get(nearest)! + length;
      if (trains < (best.get(to) ?? Infinity)) {
        best.set(to, trains);
        open.add(to);
      }
    }
  }
}

/** The fewest trains from a place to every other that can be reached; nothing leads through a country. */
export function trainsFrom(document: BoardDocument, source: string): Map<string, number> {
  const best = new Map<string, number>([[source, 0]]);
  spread(best, waysOf(document), countriesOf(document), new Set([source]));
  return best;
}

/** The places that an end stands for: itself, or those of a region. */
export const placesOfEnd = (document: BoardDocument, end: string): string[] =>
  document.places.some((place) => place.id === end)
    ? [end]
    : listIn(tableIn(tableIn(document.sections, 'regions'), end), 'places').map(String);

/**
 * The fewest trains of one network that reaches all ends, any place of a region; null where none does.
 *
 * For every set of the ends, the fewest trains that join them and a place: that is two smaller sets joined at the
 * place, or at another one and the way from there.
 */
function trainsOfTree(document: BoardDocument, ends: readonly string[]): number | null {
  const ways = waysOf(document);
  const countries = countriesOf(document);
  const all = (1 << ends.length) - 1;
  const table: Map<string, number>[] = [new Map()];
  for (let set = 1; set <= all; set += 1) {
    const single = ends.findIndex((_, index) => set === 1 << index);
    const starts = new Set(single < 0 ? [] : placesOfEnd(document, ends[single]!));
    const best = new Map<string, number>([...starts].map((place) => [place, 0]));
    for (let part = (set - 1) & set; part > set - part; part = (part - 1) & set)
      for (const [place, trains] of table[part]!) {
        const rest = table[set - part]!.get(place);
        // Two that join in a country are not connected there, unless it is one of the ends.
        if (rest === undefined || (countries.has(place) && trains > 0 && rest > 0)) continue;
        best.set(place, Math.min(best.get(place) ?? Infinity, trains + rest));
      }
    spread(best, ways, countries, starts);
    table.push(best);
  }
  const fewest = Math.min(...table[all]!.values());
  return Number.isFinite(fewest) ? fewest : null;
}

/** One point for each train of the cheapest way between the ends of a ticket; null where nothing joins them all. */
export function suggestedPoints(document: BoardDocument, ends: readonly string[]): number | null {
  if (ends.length < 2 || ends.length > MOST_ENDS) return null;
  const trains = trainsOfTree(document, ends);
  return trains === null ? null : Math.min(100, Math.max(1, trains));
}

/**
 * The points of a ticket's cheapest way, or of those to each end that has points of its own; the same value where
 * nothing is to be changed, null where no way leads there.
 */
export function suggestedValue(document: BoardDocument, { ends, value }: Ticket): Value | null {
  if (typeof value === 'number') return suggestedPoints(document, ends);
  if (!isTable(value)) return value;
  const suggested = Object.entries(value).map(([end, points]): [string, Value] => [
    end,
    suggestedPoints(document, [ends[0]!, end]) ?? points,
  ]);
  return suggested.every(([end, points]) => value[end] === points) ? value : Object.fromEntries(suggested);
}

/** Pairs of places that would make good new tickets: neither near nor with a ticket, each place as seldom as can be. */
export function suggestedTickets(document: BoardDocument, count: number): [string, string][] {
  const have = new Set(document.tickets.map((ticket) => ticket.ends.toSorted().join('-')));
  const uses = new Map<string, number>(document.places.map((place) => [place.id, 0]));
  for (const ticket of document.tickets) for (const end of ticket.ends) uses.set(end, (uses.get(end) ?? 0) + 1);
  const trains = numberIn(document.sections.players as never, 'trains', 45);
  const pairs: { pair: [string, string]; trains: number }[] = [];
  for (const place of document.places)
    for (const [other, distance] of trainsFrom(document, place.id))
      if (place.id < other && distance >= 3 && distance <= trains && !have.has(`${place.id}-${other}`))
        pairs.push({ pair: [place.id, other], trains: distance });
  const found: [string, string][] = [];
  while (found.length < count && pairs.length > 0) {
    // Near and far ones in turn, so that the deck has both.
    const far = found.length % 3 === 0;
    pairs.sort((one, other) => {
      const used = ({ pair: [a, b] }: { pair: [string, string] }): number => uses.get(a)! + uses.get(b)!;
      return used(one) - used(other) || (far ? other.trains - one.trains : one.trains - other.trains);
    });
    const { pair } = pairs.shift()!;
    found.push(pair);
    for (const end of pair) uses.set(end, uses.get(end)! + 1);
  }
  return found;
}
