import { describe, expect, it } from 'vitest';
import { lineRange } from './problem-lines';

describe('the range of a line', () => {
  const text = 'one\ntwo\n\nfour';
  it.each([
    [1, 'one'],
    [2, 'two'],
    [3, ''],
    [4, 'four'],
    [9, ''],
  ])('line %i', (line, words) => {
    const [start, end] = lineRange(text, line);
    expect(text.slice(start, end)).toBe(words);
  });
});
