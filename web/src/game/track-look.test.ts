import { describe, expect, it } from 'vitest';
import type { View } from '../server/types';
import { lookOf } from './track-look';
import { readOptions } from './notation';

describe('five looks of a track', () => {
  const view = { routes: { taken: 1 } } as unknown as View;
  const hints = { closed: ['closed'], missing: { soon: 1, far: 2, waiting: 0 }, tickets: {} };
  const options = readOptions(['claim now 3red']);
  it.each([
    ['taken', 'taken'],
    ['now', 'claimable'],
    ['closed', 'closed'],
    ['soon', 'soon'],
    ['far', 'free'],
    ['waiting', 'free'],
    ['other', 'free'],
  ])('%s looks %s', (id, look) => expect(lookOf(id, view, options, hints)).toBe(look));
  it('nothing is affordable soon once the game is over', () =>
    expect(lookOf('soon', { ...view, phase: 'over' }, options, hints)).toBe('free'));
});
