import { describe, expect, it } from 'vitest';
import { nextClaim, nextTurn } from './replay-jumps';

/** A letter for each step: whose it is; upper case: a claim. */
const game = (text: string): { event: { seat: number; claimed?: string } }[] =>
  [...text].map((letter) => ({
    event: {
      seat: letter.toLowerCase() === 'a' ? 0 : 1,
      ...(letter === letter.toUpperCase() ? { claimed: 'x-y:red' } : {}),
    },
  }));
const STEPS = game('aabbAbBaa');

describe('jumps in a replay', () => {
  it('go to the next claim, then to the one after it', () => {
    expect(nextClaim(STEPS, 0)).toBe(5);
    expect(nextClaim(STEPS, 5)).toBe(7);
  });
  it('go to the end if nothing more is claimed', () => expect(nextClaim(STEPS, 7)).toBe(9));
  it("go to the next player's turn", () => {
    expect(nextTurn(STEPS, 1)).toBe(3);
    expect(nextTurn(STEPS, 3)).toBe(5);
    expect(nextTurn(STEPS, 8)).toBe(9);
  });
});
