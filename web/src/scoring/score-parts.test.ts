import { describe, expect, it } from 'vitest';
import type { FinalScore } from '../server/types';
import { countedParts } from './score-parts';

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
  it('counts a bonus that the board has, also for those without it', () => {
    const scores = [
      score({ bonuses: { longest_path: 10 }, total: 16 }),
      score({ seat: 1, bonuses: { longest_path: 0 } }),
    ];
    expect(countedParts(scores).at(-1)).toEqual({ part: 'longest', points: [10, 0] });
  });
  it("counts the bonuses of the board's own list one by one", () => {
    const scores = [score({ bonuses: { most_tickets: 5, parks: 4, lines: 0 } })];
    expect(countedParts(scores).slice(2)).toEqual([
      { part: 'most_tickets', points: [5] },
      { part: 'bonus', bonus: 'parks', points: [4] },
      { part: 'bonus', bonus: 'lines', points: [0] },
    ]);
  });
  it('counts nothing before the scores are known, so that there is no winner yet', () =>
    expect(countedParts([])).toEqual([]));
  it('leaves out what a board does not have', () =>
    expect(countedParts([score({})]).map((part) => part.part)).toEqual(['routes', 'tickets']));
});
