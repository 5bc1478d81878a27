import { describe, expect, it } from 'vitest';
import type { FinalScore } from '../server/types';
import { countedParts, runningSums } from './score-parts';

describe('counting up', () => {
  const score = (more: Partial<FinalScore>): FinalScore => ({
    seat: 0,
    name: null,
    route_points: 10,
    ticket_points: -4,
    tickets_made: 0,
    tickets_missed: 0,
    tickets: [],
    longest: 0,
    longest_path: [],
    bonuses: {},
    passenger_points: 0,
    total: 6,
    rank: 1,
    ...more,
  });
  it('ends at the final score', () => {
    const scores = [
      score({ bonuses: { longest_path: 10 }, total: 16 }),
      score({ seat: 1, bonuses: { longest_path: 0 } }),
    ];
    const parts = countedParts(scores);
    expect(runningSums(parts, 2).at(-1)).toEqual(scores.map((each) => each.total));
  });
  it('counts nothing before the scores are known, so that there is no winner yet', () =>
    expect(countedParts([])).toEqual([]));
  it('leaves out what a board does not have', () =>
    expect(countedParts([score({})]).map((part) => part.part)).toEqual(['routes', 'tickets']));
});
