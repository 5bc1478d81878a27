import { describe, expect, it } from 'vitest';
import {
  costing,
  countCards,
  inOrder,
  keepAction,
  leastKept,
  parseCards,
  readOptions,
  staying,
  without,
} from './notation';

describe('cards in notation', () => {
  it('reads counts and colours', () => expect(parseCards('2red+1locomotive')).toEqual({ red: 2, locomotive: 1 }));
  it('reads decks of tickets by any name they may have', () =>
    expect(parseCards('2coast_2+1inland')).toEqual({ coast_2: 2, inland: 1 }));
  it('adds up a colour named twice', () => expect(parseCards('2red+1red')).toEqual({ red: 3 }));
  it.each(['', 'red', '2', '2 red', '-1red', '2red+'])('refuses %j', (text) => expect(parseCards(text)).toBeNull());
  it('shows cards in the order of the notation, locomotives last, none left out', () =>
    expect(inOrder({ locomotive: 1, red: 2, purple: 1, blue: 0, mystery: 3 })).toEqual([
      ['purple', 1],
      ['red', 2],
      ['locomotive', 1],
      ['mystery', 3],
    ]));
  it('says what stays in hand', () =>
    expect(without({ red: 3, blue: 1 }, { red: 3, locomotive: 1 })).toEqual({ blue: 1 }));
  it('counts', () => expect(countCards({ red: 3, blue: 1 })).toBe(4));
});

describe('what a payment leaves in hand', () => {
  const hand = { red: 3, blue: 4, locomotive: 1 };
  it('is known at once when every card is named', () =>
    expect(staying(hand, { action: '', cards: { red: 2 }, any: 0 })).toEqual({
      cards: { red: 1, blue: 4, locomotive: 1 },
      count: 6,
    }));
  const substitutes = { action: '', cards: { red: 2 }, any: 3 };
  it('is only a number until the substitutes are chosen', () => {
    expect(staying(hand, substitutes)).toEqual({ cards: null, count: 3 });
    expect(staying(hand, substitutes, { blue: 2 })).toEqual({ cards: null, count: 3 });
  });
  it('is what is left of both then', () =>
    expect(staying(hand, substitutes, { blue: 2, red: 1 })).toEqual({ cards: { blue: 2, locomotive: 1 }, count: 3 }));
});

describe('what the server allows, sorted for the player', () => {
  const options = readOptions([
    'draw deck',
    'draw red',
    'tickets 3short+1long',
    'claim a-b:gray 1red+1locomotive',
    'claim a-b:gray 2red',
    'claim a-b:gray 1red+3any',
    'keep x-y',
    'keep x-y y-z',
    'give blue',
    'pay 1green+1locomotive',
    'take red from berlin',
    'withdraw',
    'pass',
  ]);
  it('draws', () => expect(options.draws).toEqual(new Set(['deck', 'red'])));
  it('ticket mixes', () =>
    expect(options.tickets).toEqual([{ action: 'tickets 3short+1long', mix: { short: 3, long: 1 } }]));
  it('lists every payment of a track: plain ones first, substitutes last', () =>
    expect(options.claims.get('a-b:gray')?.map((payment) => payment.action)).toEqual([
      'claim a-b:gray 2red',
      'claim a-b:gray 1red+1locomotive',
      'claim a-b:gray 1red+3any',
    ]));
  it('keeps substitutes apart from cards', () =>
    expect(options.claims.get('a-b:gray')?.[2]).toMatchObject({ cards: { red: 1 }, any: 3 }));
  it('passengers', () =>
    expect(options.takes).toEqual([{ action: 'take red from berlin', colour: 'red', place: 'berlin' }]));
  it('a tunnel', () => expect([options.pays[0]?.cards, options.withdraw]).toEqual([{ green: 1, locomotive: 1 }, true]));
  it('finds the keep action whatever the order of choosing', () =>
    expect(keepAction(options, new Set(['y-z', 'x-y']))).toBe('keep x-y y-z'));
  it('has no action for a choice the rules do not allow', () =>
    expect(keepAction(options, new Set(['y-z']))).toBeNull());
  it('knows the least to keep', () => expect(leastKept(options)).toBe(1));
  it('is empty for a spectator', () => expect(readOptions(undefined).claims.size).toBe(0));
});

describe('what a tunnel turned up', () => {
  it('marks the cards like those laid', () =>
    expect(costing(['yellow', 'blue', 'locomotive'], { yellow: 2 }, 2)).toEqual([true, false, true]));
  it('marks only locomotives when only they were laid', () =>
    expect(costing(['yellow', 'locomotive'], { locomotive: 2 }, 1)).toEqual([false, true]));
  it('marks nothing when the server counts otherwise', () =>
    expect(costing(['yellow', 'blue'], { yellow: 2 }, 2)).toBeNull());
});
