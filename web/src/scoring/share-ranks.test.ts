import { describe, expect, it } from 'vitest';
import type { Board } from '../board/model';
import type { View } from '../server/types';
import { shareRows, type ShareRow } from './share-ranks';

const company = { id: 'north', name: 'North', names: {}, shares: 6, points: [8, 4] };
const board = { companies: [company] } as unknown as Board;
const rows = (north: number[]): ShareRow =>
  shareRows(board, { seats: [{}, {}, {}], shares: { north } } as unknown as View)[0]!;

describe('shares by seat', () => {
  it('are counted, with those left', () => {
    expect(rows([0, 2, 0])).toEqual({ company, left: 3, counts: [2, 0, 1], points: [8, 0, 4] });
  });
  it('score nothing for those without any, or below the last points', () => {
    expect(rows([]).points).toEqual([0, 0, 0]);
    expect(rows([2, 1, 0]).points).toEqual([0, 4, 8]);
  });
  it('rank equals by their first share', () => {
    expect(rows([1, 0, 0, 1]).points).toEqual([4, 8, 0]);
    expect(rows([2, 0, 1, 0, 1]).points).toEqual([8, 4, 0]);
  });
});
