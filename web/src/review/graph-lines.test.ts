import { describe, expect, it } from 'vitest';
import { chancesAt, HEIGHT, lineOf, nextOf, stepAt, WIDTH } from './graph-lines';

const chances = {
  start: [0.5, 0.5],
  after: [
    [0.75, 0.25],
    [1, 0],
  ],
};

describe('the graph of chances', () => {
  it('has a point for the deal and for every action', () => {
    expect(lineOf(chances, 0)).toBe(`0.0,${HEIGHT / 2}.0 ${WIDTH / 2}.0,37.5 ${WIDTH}.0,0.0`);
    expect(lineOf(chances, 1).split(' ')).toHaveLength(3);
  });
  it('knows the chances at a step, at its ends too', () => {
    expect(chancesAt(chances, 0)).toEqual([0.5, 0.5]);
    expect(chancesAt(chances, 1)).toEqual([0.75, 0.25]);
    expect(chancesAt(chances, 9)).toEqual([1, 0]);
  });
  it.each([
    [-0.2, 0],
    [0.5, 5],
    [0.99, 10],
    [2, 10],
  ])('a pointer at %d of its width shows step %d', (part, step) => expect(stepAt(part, 10)).toBe(step));
  it('goes from mistake to mistake, and round the end', () => {
    expect(nextOf([3, 7, 20], 7, 1)).toBe(20);
    expect(nextOf([3, 7, 20], 7, -1)).toBe(3);
    expect(nextOf([3, 7, 20], 20, 1)).toBe(3);
    expect(nextOf([3, 7, 20], 0, -1)).toBe(20);
    expect(nextOf([], 5, 1)).toBeNull();
  });
});
