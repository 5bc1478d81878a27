import { describe, expect, it } from 'vitest';
import type { Answer } from '../server/types';
import { missingFor } from './missing-cards';

describe('what a hand lacks for a track', () => {
  const answer = (missing: number, params?: object): Answer =>
    ({
      type: 'answer',
      id: '',
      n: 0,
      missing,
      reason: { rule: '', why: '', code: 'cards', ...(params ? { params } : {}) },
    }) as Answer;
  const train = { colour: 'red', kind: 'train', locomotives: 0 };
  const ferry = { colour: 'white', kind: 'ferry', locomotives: 2 };
  const wild = ['ferry', 'tunnel'];
  it('nothing, when it can pay', () => expect(missingFor(answer(0), train, wild)).toBeNull());
  it('nothing is known without an answer', () => expect(missingFor(null, train, wild)).toBeNull());
  it('cards of the colour', () =>
    expect(missingFor(answer(2, { missing: 2 }), train, wild)).toEqual({
      n: 2,
      locomotives: 0,
      of: 'colour',
      wild: false,
    }));
  it('cards of any one colour on gray', () =>
    expect(missingFor(answer(2), { ...train, colour: 'gray' }, wild)).toMatchObject({ of: 'one colour', wild: false }));
  it('locomotives do where the board says so', () =>
    expect(missingFor(answer(1), { ...train, kind: 'tunnel' }, wild)).toMatchObject({ of: 'colour', wild: true }));
  it('only locomotives, when a ferry lacks nothing else', () =>
    expect(missingFor(answer(1, { missing: 1, locomotives: 1 }), ferry, wild)).toEqual({
      n: 1,
      locomotives: 1,
      of: 'colour',
      wild: true,
    }));
  it('some locomotives, when a ferry lacks both', () =>
    expect(missingFor(answer(3, { missing: 3, locomotives: 1 }), ferry, wild)).toMatchObject({
      n: 3,
      locomotives: 1,
      of: 'colour',
    }));
  it('a ferry with its symbols paid lacks its colour', () =>
    expect(missingFor(answer(1, { missing: 1, locomotives: 0 }), ferry, wild)).toMatchObject({
      n: 1,
      locomotives: 0,
      of: 'colour',
    }));
  it('before the turn a ferry lacks cards, and which is not guessed', () =>
    expect(missingFor(answer(2, {}), ferry, wild)).toMatchObject({ n: 2, locomotives: 0, of: 'cards' }));
});
