import { describe, expect, it } from 'vitest';
import { readOptions } from '../game/notation';
import { onlyTickets, pendingDecision } from './pending-decision';

const decide = (legal: string[], { mixing = false, sending = false } = {}): string | null =>
  pendingDecision(readOptions(legal), mixing, sending);

describe('what has to be decided', () => {
  it.each([
    ['keep', ['keep boston-miami', 'keep calgary-phoenix']],
    ['tunnel', ['pay 1green', 'withdraw']],
    ['tunnel', ['withdraw']],
    ['passenger', ['take red from berlin']],
    ['give', ['give blue', 'give red']],
    ['pass', ['pass']],
    ['mix', ['tickets 4short', 'tickets 4long']],
    [null, ['draw deck', 'tickets', 'claim atlanta-miami:blue 5blue']],
    [null, []],
  ])('%s', (decision, legal) => expect(decide(legal)).toBe(decision));

  it('a player who chooses from which decks tickets come decides that', () =>
    expect(decide(['draw deck', 'tickets 4short', 'tickets 4long'], { mixing: true })).toBe('mix'));
  it('substitutes on their way are not asked for again', () =>
    expect(decide(['give blue'], { sending: true })).toBeNull());
  it('tickets alone are left only where nothing can be drawn or claimed', () => {
    expect(onlyTickets(readOptions(['tickets']))).toBe(true);
    expect(onlyTickets(readOptions(['tickets', 'draw deck']))).toBe(false);
    expect(onlyTickets(readOptions(['pass']))).toBe(false);
  });
});
