import { describe, expect, it } from 'vitest';
import type { View } from '../server/types';
import { ReplayViews } from './replay-views';

describe('the views of a replay', () => {
  const start = { n: 0 } as unknown as View;
  const steps = [1, 2, 3].map((n) => ({
    n,
    seat: 0,
    action: '',
    event: { seat: 0, kind: 'pass' as const, turn: 0, phase: 'turn' as const },
    patch: { n },
    at: 0,
    closed: n === 2 ? ['beside'] : [],
  }));
  it('knows what has been closed by then', () => {
    const views = new ReplayViews(start, steps);
    expect([views.closedAt(1), views.closedAt(2), views.closedAt(3)]).toEqual([[], ['beside'], ['beside']]);
  });
  it('shows any step, forwards and back', () => {
    const views = new ReplayViews(start, steps);
    expect([views.at(3), views.at(1), views.at(0), views.at(99), views.at(-1)]).toEqual([
      { n: 3 },
      { n: 1 },
      { n: 0 },
      { n: 3 },
      { n: 0 },
    ]);
  });
});
