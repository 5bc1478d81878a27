import { describe, expect, it } from 'vitest';
import { cheapestNetwork, cheapestWay, placesOnWay, wayToBestEnd } from './ticket-ways';

const track = (a: string, b: string, colour = 'gray'): { id: string; a: string; b: string } => ({
  id: `${a}-${b}:${colour}`,
  a,
  b,
});
const TRACKS = [track('a', 'b'), track('b', 'c'), track('a', 'c'), track('c', 'd'), track('a', 'b', 'red')];
const prices: Record<string, number | null> = {
  'a-b:gray': 2,
  'b-c:gray': 2,
  'a-c:gray': 5,
  'c-d:gray': 1,
  'a-b:red': 3,
};
const cost = (id: string): number | null => prices[id]!;

describe('the cheapest way', () => {
  it('goes round where that is cheaper', () =>
    expect(cheapestWay(TRACKS, 'a', 'd', cost)).toEqual({ tracks: ['a-b:gray', 'b-c:gray', 'c-d:gray'], cost: 5 }));
  it('avoids what cannot be used', () =>
    expect(cheapestWay(TRACKS, 'd', 'a', (id) => (id === 'a-b:gray' ? null : cost(id)))).toEqual({
      tracks: ['c-d:gray', 'a-c:gray'],
      cost: 6,
    }));
  it('does not lead through an end station', () =>
    expect(cheapestWay(TRACKS, 'a', 'd', cost, (place) => place !== 'b')!.tracks).toEqual(['a-c:gray', 'c-d:gray']));
  it('may begin and end at one', () =>
    expect(cheapestWay(TRACKS, 'b', 'c', cost, () => false)!.tracks).toEqual(['b-c:gray']));
  it('takes fewer tracks where the cost is equal', () =>
    expect(cheapestWay(TRACKS, 'a', 'c', () => 0)!.tracks).toEqual(['a-c:gray']));
  it('is none between places that nothing connects', () => {
    expect(cheapestWay(TRACKS, 'a', 'd', () => null)).toBeNull();
    expect(cheapestWay(TRACKS, 'a', 'elsewhere', cost)).toBeNull();
  });
  it('from a place to itself is empty', () =>
    expect(cheapestWay(TRACKS, 'a', 'a', cost)).toEqual({ tracks: [], cost: 0 }));
});

describe('the cheapest network', () => {
  const star = ['b', 'c', 'd', 'e'].map((end) => track('a', end));
  const one = (): number => 1;

  it('joins all ends of a tour, and nothing else', () => {
    expect(cheapestNetwork(star, [['b'], ['c'], ['d']], one)).toEqual({
      tracks: ['a-b:gray', 'a-c:gray', 'a-d:gray'],
      cost: 3,
    });
    expect(cheapestNetwork(star.slice(1), [['b'], ['c'], ['d']], one)).toBeNull();
  });
  it('takes the nearest place of a region', () => {
    const prices: Record<string, number> = { 'a-b:gray': 4, 'a-c:gray': 2, 'a-d:gray': 1 };
    expect(cheapestNetwork(star, [['d'], ['b', 'c']], (id) => prices[id] ?? null)).toEqual({
      tracks: ['a-d:gray', 'a-c:gray'],
      cost: 3,
    });
  });
  it('joins nothing in a country', () => {
    const through = (place: string): boolean => place !== 'a';
    expect(cheapestNetwork(star, [['b'], ['c'], ['d']], one, through)).toBeNull();
    expect(cheapestNetwork(star, [['a'], ['b', 'c']], one, through)!.cost).toBe(1);
  });
  it('of an ordinary ticket is its cheapest way', () =>
    expect(cheapestNetwork(TRACKS, [['a'], ['d']], cost)).toEqual(cheapestWay(TRACKS, 'a', 'd', cost)));
});

describe('the way of a ticket with several values', () => {
  const line = [track('a', 'b'), track('b', 'c'), track('c', 'd')];
  const ends = [['a'], ['b'], ['d', 'c']];

  it('leads to the nearest end', () =>
    expect(wayToBestEnd(line, ends, [3, 9], () => 1)).toEqual({ tracks: ['a-b:gray'], cost: 1, end: 1 }));
  it('leads to the best of those that cost the same', () => {
    expect(wayToBestEnd(line, ends, [3, 9], () => 0)!.end).toBe(2);
    expect(wayToBestEnd(line, ends, [9, 3], () => 0)!.end).toBe(1);
  });
  it('leads on where the nearest end is cut off, and is none where all are', () => {
    expect(wayToBestEnd(line, [['a'], ['e'], ['c']], [3, 9], () => 1)!.end).toBe(2);
    expect(wayToBestEnd(line, ends, [3, 9], () => null)).toBeNull();
  });
  it('rings its start and its end, and without a way all ends', () => {
    expect(placesOnWay(ends, { tracks: [], cost: 0, end: 2 })).toEqual(['a', 'd', 'c']);
    expect(placesOnWay(ends, { tracks: [], cost: 0 })).toEqual(['a', 'b', 'd', 'c']);
    expect(placesOnWay(ends, null)).toEqual(['a', 'b', 'd', 'c']);
  });
});
