import { describe, expect, it } from 'vitest';
import { codeFrom, pageOf } from './routes';

describe('addresses', () => {
  it.each([
    ['/', { name: 'start' }],
    ['/lobby', { name: 'lobby' }],
    ['/rules', { name: 'rules', board: 'usa' }],
    ['/rules/nordic', { name: 'rules', board: 'nordic' }],
    ['/leaderboard', { name: 'leaderboard', board: 'usa' }],
    ['/leaderboard/germany', { name: 'leaderboard', board: 'germany' }],
    ['/table/abc', { name: 'table', id: 'abc' }],
    ['/join/QX7', { name: 'join', code: 'QX7' }],
    ['/workshop', { name: 'workshop', from: null }],
    ['/workshop/editor', { name: 'editor', draft: null, from: null }],
    ['/board/own_1', { name: 'board', id: 'own_1' }],
    ['/puzzles', { name: 'puzzles' }],
    ['/puzzles/usa/7', { name: 'puzzle', board: 'usa', number: 7 }],
    ['/puzzles/usa/0', { name: 'missing' }],
    ['/nonsense/at/all', { name: 'missing' }],
    ['/table/%E0%A4%A', { name: 'table', id: '%E0%A4%A' }],
  ])('%s', (path, page) => expect(pageOf(path)).toEqual(page));
  it('an offer of first tickets is part of its address', () =>
    expect(pageOf('/explorer/usa', new URLSearchParams('tickets=a-b,c-d'))).toEqual({
      name: 'explorer',
      board: 'usa',
      tickets: ['a-b', 'c-d'],
    }));
  it('a replay opens at its step and seat', () =>
    expect(pageOf('/replay/x', new URLSearchParams('step=12&eyes=1&tab=review'))).toEqual({
      name: 'replay',
      id: 'x',
      step: 12,
      eyes: '1',
      tab: 'review',
      whatIf: false,
    }));
  it.each(['-1', '1.5', 'x', ''])('a step of %j is invalid', (step) =>
    expect(pageOf('/replay/x', new URLSearchParams({ step }))).toMatchObject({ step: step === '' ? 0 : null }),
  );
  it.each([
    [' ab12 ', 'AB12'],
    ['https://example.org/join/ab12?x=1', 'AB12'],
  ])('the code in %j', (text, code) => expect(codeFrom(text)).toBe(code));
});
