import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SHOWN_MS, SeatReactions } from './reactions.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('reactions at the seats', () => {
  it('each is shown for a moment', () => {
    const reactions = new SeatReactions();
    reactions.show(1, 'wow');
    vi.advanceTimersByTime(SHOWN_MS - 1);
    expect(reactions.at(1)?.reaction).toBe('wow');
    vi.advanceTimersByTime(1);
    expect(reactions.at(1)).toBeUndefined();
  });
  it('a new one replaces that of the same seat, and has its own time and number', () => {
    const reactions = new SeatReactions();
    reactions.show(0, 'thanks');
    reactions.show(1, 'wow');
    const first = reactions.at(1)!.n;
    vi.advanceTimersByTime(SHOWN_MS - 1);
    reactions.show(1, 'wow');
    vi.advanceTimersByTime(1);
    expect(reactions.shown.map(({ seat }) => seat)).toEqual([1]);
    expect(reactions.at(1)!.n).toBeGreaterThan(first);
  });
  it('none is left when the table is closed', () => {
    const reactions = new SeatReactions();
    reactions.show(0, 'oops');
    reactions.clear();
    expect(reactions.shown).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
