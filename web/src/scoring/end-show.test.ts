import { describe, expect, it } from 'vitest';
import type { FinalScore } from '../server/types';
import { showSteps, stepTime } from './end-show';

const score = (seat: number, more: Partial<FinalScore>): FinalScore => ({
  seat,
  name: null,
  route_points: 0,
  ticket_points: 0,
  tickets_made: 0,
  tickets_missed: 0,
  tickets: [],
  longest: 0,
  bonuses: {},
  passenger_points: 0,
  total: 0,
  rank: 1,
  longest_path: [],
  ...more,
});
const scores = [
  score(0, {
    route_points: 40,
    tickets: [
      { ticket: 'a-b', points: 8, made: true },
      { ticket: 'c-d', points: 5, made: false },
    ],
    bonuses: { longest_path: 10 },
    total: 53,
  }),
  score(1, { route_points: 30, tickets: [{ ticket: 'e-f', points: 20, made: true }], passenger_points: 12, total: 62 }),
];
const steps = showSteps(scores);

describe('the show of the final scoring', () => {
  it('ends with the final scores', () => expect(steps.at(-1)!.sums).toEqual([53, 62]));
  it('turns every ticket, one by one', () =>
    expect(
      steps.flatMap(({ step }) => (step.kind === 'ticket' ? [[step.seat, step.ticket, step.points]] : [])),
    ).toEqual([
      [0, 'a-b', 8],
      [0, 'c-d', -5],
      [1, 'e-f', 20],
    ]));
  it('has the parts in order, without those that nobody has', () =>
    expect(steps.map(({ step }) => step.kind)).toEqual([
      'routes',
      'ticket',
      'ticket',
      'ticket',
      'passengers',
      'longest',
    ]));
  it('is nothing before the scores are known', () => expect(showSteps([])).toEqual([]));
  it('takes no longer with many tickets', () => {
    const step = steps[1]!.step;
    expect(stepTime(step, 6)).toBe(900);
    expect(stepTime(step, 20) * 20).toBeLessThanOrEqual(9000);
  });
});
