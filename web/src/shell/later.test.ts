/** What comes after the first view: fetched once, soon or when it is asked for, and again after a failure. */
import { describe, expect, it, vi } from 'vitest';
import { Later } from './later.svelte';

/** A part that takes a moment to load, and fails the first few times. */
function part(failures = 0): { later: Later<string>; loads: () => number } {
  let loads = 0;
  const later = new Later(() => {
    loads += 1;
    return loads > failures ? Promise.resolve('part') : Promise.reject(new Error('offline'));
  });
  return { later, loads: () => loads };
}
const patient = { timeout: 20_000, interval: 50 };

describe('a part that comes later', () => {
  it('is fetched once by who needs it now', async () => {
    const { later, loads } = part();
    expect(later.part).toBeNull();
    expect(loads()).toBe(0);
    expect(later.now).toBeNull();
    await vi.waitFor(() => expect(later.now).toBe('part'), patient);
    expect(later.part).toBe('part');
    expect(loads()).toBe(1);
  });

  it('is fetched soon without being asked for', async () => {
    const { later, loads } = part();
    later.soon();
    expect(loads()).toBe(0);
    await vi.waitFor(() => expect(later.part).toBe('part'), patient);
  });

  it('is tried again after a failure', async () => {
    const { later, loads } = part(1);
    expect(later.now).toBeNull();
    await vi.waitFor(() => expect(later.part).toBe('part'), patient);
    expect(loads()).toBe(2);
  }, 30_000);
});
