/** Cheapest ways between places on the empty board, and what a ticket over them is worth. */
import { lengthOf, numberIn, own, type BoardDocument } from './board-document';

/** The fewest trains from a place to every other that can be reached; nothing leads through a country. */
export function trainsFrom(document: BoardDocument, source: string): Map<string, number> {
  const ways = new Map<string, [string, number][]>();
  for (const track of document.tracks) {
    if (track.raw !== undefined) continue;
    for (const [from, to] of [
      [track.a, track.b],
      [track.b, track.a],
    ] as const)
      ways.set(from, [...(ways.get(from) ?? []), [to, lengthOf(track)]]);
  }
  const countries = new Set(
    document.places.filter((place) => own(place.fields, 'country') === true).map((place) => place.id),
  );
  const best = new Map<string, number>([[source, 0]]);
  const open = new Set([source]);
  while (open.size > 0) {
    const nearest = [...open].reduce((a, b) => (best.get(b)! < best.get(a)! ? b : a));
    open.delete(nearest);
    if (countries.has(nearest) && nearest !== source) continue;
    for (const [to, length] of ways.get(nearest) ?? []) {
      const trains = best.get(nearest)! + length;
      if (trains < (best.get(to) ?? Infinity)) {
        best.set(to, trains);
        open.add(to);
      }
    }
  }
  return best;
}

/** One point for each train of the cheapest way between two places; null where nothing leads from one to the other. */
export function suggestedPoints(document: BoardDocument, ends: readonly string[]): number | null {
  if (ends.length !== 2) return null;
  const trains = trainsFrom(document, ends[0]!).get(ends[1]!);
  return trains === undefined ? null : Math.min(100, Math.max(1, trains));
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
