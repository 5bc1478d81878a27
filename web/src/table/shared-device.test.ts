import { describe, expect, it } from 'vitest';
import type { View } from '../server/types';
import { SharedDevice } from './shared-device.svelte';

const table = (seats: number[], seat: number | null, turn: number, phase = 'turn'): SharedDevice =>
  new SharedDevice({ you: { seats, owner: false }, seat, view: { turn, phase } as View });

describe('a device of one player', () => {
  it('has no curtain and hides nothing', () => {
    expect(table([0], 0, 0)).toMatchObject({ curtain: null, open: true });
    expect(table([], null, 0)).toMatchObject({ curtain: null, open: true });
  });
});

describe('a device of several players', () => {
  it('shows nothing until the player whose turn it is has confirmed', () => {
    const device = table([0, 2], 0, 2);
    expect(device).toMatchObject({ curtain: 2, open: false });
    device.confirmed = 2;
    expect(device).toMatchObject({ curtain: null, open: false });
  });
  it('shows the hand of the player who has confirmed', () => {
    const device = table([0, 2], 2, 2);
    device.confirmed = 2;
    expect(device).toMatchObject({ curtain: null, open: true });
  });
  it('leaves a hand open while someone elsewhere plays', () => {
    const device = table([0, 2], 2, 1);
    device.confirmed = 2;
    expect(device).toMatchObject({ curtain: null, open: true });
    device.confirmed = null;
    expect(device.open).toBe(false);
  });
  it('shows everything once the game is over', () =>
    expect(table([0, 2], 0, 2, 'over')).toMatchObject({ curtain: null, open: true }));
});
