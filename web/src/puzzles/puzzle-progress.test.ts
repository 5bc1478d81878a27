import { describe, expect, it } from 'vitest';
import { answered, NOTHING, streak } from './puzzle-progress';

describe('days in a row', () => {
  const first = answered(NOTHING, 'a', true, '2026-02-28');
  it('begin with the first puzzle of the day that is solved', () => expect(streak(first, '2026-02-28')).toBe(1));
  it('last until the end of the next day', () => {
    expect(streak(first, '2026-03-01')).toBe(1);
    expect(streak(first, '2026-03-02')).toBe(0);
  });
  it('grow by a day, over the end of a month too, and only once a day', () => {
    const second = answered(first, 'b', true, '2026-03-01');
    const third = answered(second, 'c', true, '2026-03-01');
    expect(streak(third, '2026-03-01')).toBe(2);
  });
  it('begin again after a day without', () =>
    expect(streak(answered(first, 'b', true, '2026-03-05'), '2026-03-05')).toBe(1));
  it('count neither wrong answers nor other puzzles', () => {
    expect(streak(answered(NOTHING, 'a', false, '2026-02-28'), '2026-02-28')).toBe(0);
    expect(streak(answered(NOTHING, 'a', true, null), '2026-02-28')).toBe(0);
  });
});

describe('answers', () => {
  it('count the first time', () => {
    const wrong = answered(NOTHING, 'a', false, '2026-02-28');
    expect(answered(wrong, 'a', true, '2026-02-28')).toEqual(wrong);
  });
});
