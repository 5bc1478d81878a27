import { describe, expect, it } from 'vitest';
import { clockText, msLeft } from './clock';

describe('the clock', () => {
  it('counts from when the message arrived, whatever the local clock says', () =>
    expect(msLeft({ seat: 0, limit: 0, deadline: 5000, now: 1000, received: 99_000 }, 100_000)).toBe(3000));
  it('never goes below zero', () =>
    expect(msLeft({ seat: 0, limit: 0, deadline: 0, now: 1000, received: 0 }, 0)).toBe(0));
  it.each([
    [1, '0:01'],
    [59_000, '0:59'],
    [61_000, '1:01'],
    [3_600_000, '1:00:00'],
  ])('%d ms is %s', (ms, text) => expect(clockText(ms, 'it')).toBe(text));
  it.each([
    ['en', '2 days 5 hr'],
    ['it', '2 giorni 5 h'],
    ['ja', '2 日 5 時間'],
    ['ko', '2일 5시간'],
    ['zh-Hans', '2天 5小时'],
    ['zh-Hant', '2 天 5 小時'],
  ])('counts days in the words of %s', (locale, text) =>
    expect(clockText((2 * 24 + 5) * 3_600_000, locale)).toBe(text),
  );
});
