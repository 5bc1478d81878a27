import { describe, expect, it } from 'vitest';
import { cheapestWay } from './ticket-ways';

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
