import { describe, expect, it } from 'vitest';
import type { Choices, View } from '../server/types';
import { afterChoosing, decides, legalNow } from './first-choices';

const view = (turn: number, legal: string[] = [], phase = 'keep'): View => ({ turn, legal, phase }) as unknown as View;
const choices = (seats: number[], legal: string[] = []): Choices => ({ type: 'choices', seats, legal, chosen: null });

describe('first tickets', () => {
  it('are chosen before one’s turn', () => {
    expect(decides(view(0), choices([0, 1], ['keep a b']), 1)).toBe(true);
    expect(legalNow(view(0), choices([0, 1], ['keep a b']))).toEqual(['keep a b']);
  });
  it('are chosen once', () => {
    const left = afterChoosing(choices([0, 1], ['keep a b']), 1);
    expect(decides(view(0), left, 1)).toBe(false);
    expect(legalNow(view(0), left)).toEqual([]);
    expect(decides(view(0), left, 0)).toBe(true);
  });
  it('are chosen by seats', () => expect(decides(view(0), choices([0, 1]), null)).toBe(false));
  it('do not count once the game goes on', () => {
    const old = choices([1], ['keep a b']);
    expect(decides(view(0, [], 'turn'), old, 1)).toBe(false);
    expect(legalNow(view(0, [], 'turn'), old)).toBeUndefined();
    expect(decides(view(1, ['draw deck'], 'turn'), old, 1)).toBe(true);
    expect(legalNow(view(1, ['draw deck'], 'turn'), old)).toEqual(['draw deck']);
  });
  it('drawn later are kept on one’s turn', () => {
    expect(decides(view(1, ['keep a'], 'keep'), null, 1)).toBe(true);
    expect(decides(view(0, [], 'keep'), null, 1)).toBe(false);
  });
});
