import { describe, expect, it } from 'vitest';
import { majorities, type MajorityRow } from './passenger-majority';

describe('passenger majorities', () => {
  const row = (...counts: number[]): MajorityRow =>
    majorities(
      ['red'],
      counts.map((red) => ({ red })),
    )[0]!;
  it('first and second', () => expect(row(3, 1, 2)).toMatchObject({ first: [0], second: [2] }));
  it('tied for most: nobody is second', () => expect(row(3, 3, 2)).toMatchObject({ first: [0, 1], second: [] }));
  it('tied for second', () => expect(row(3, 1, 1)).toMatchObject({ first: [0], second: [1, 2] }));
  it('none of a colour counts for nothing', () => expect(row(0, 0, 0)).toMatchObject({ first: [], second: [] }));
});
