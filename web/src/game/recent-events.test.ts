import { describe, expect, it } from 'vitest';
import type { LoggedEvent } from '../server/types';
import { sinceLastTurn } from './recent-events';

describe('since your last turn', () => {
  const log = [0, 1, 0, 1, 2].map((seat, n) => ({ n, event: { seat, kind: 'pass' }, by: 'bot' }) as LoggedEvent);
  it('is what came after your own last action', () =>
    expect(sinceLastTurn(log, 0).map((entry) => entry.n)).toEqual([3, 4]));
  it('includes what a stand-in did for you', () => {
    const stood = [...log, { n: 5, event: { seat: 0, kind: 'pass' }, by: 'stand_in' } as LoggedEvent];
    expect(sinceLastTurn(stood, 0).map((entry) => entry.n)).toEqual([3, 4, 5]);
  });
  it('is everything where a stand-in played for you from the beginning', () => {
    const stood = log.map((entry) => (entry.event.seat === 0 ? { ...entry, by: 'stand_in' as const } : entry));
    expect(sinceLastTurn(stood, 0).map((entry) => entry.n)).toEqual([0, 1, 2, 3, 4]);
  });
  it('is nothing before your first', () => expect(sinceLastTurn(log, 7)).toEqual([]));
  it('tells a claim once, not each card given for it', () => {
    const event = (seat: number, kind: string, more: object = {}): LoggedEvent =>
      ({ n: 0, event: { seat, kind, ...more }, by: 'bot' }) as LoggedEvent;
    const paid = [
      event(0, 'pass'),
      event(1, 'claim'),
      event(1, 'give'),
      event(1, 'give', { claimed: 'a-b:red' }),
      event(2, 'claim', { revealed: ['red'] }),
      event(2, 'withdraw'),
    ];
    expect(sinceLastTurn(paid, 0).map((entry) => entry.event.kind + (entry.event.claimed ? '!' : ''))).toEqual([
      'give!',
      'claim',
      'withdraw',
    ]);
  });
  it('is nothing for a spectator', () => expect(sinceLastTurn(log, null)).toEqual([]));
});
