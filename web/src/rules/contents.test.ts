import { describe, expect, it } from 'vitest';
import { CONTENTS, contentsFor, fill } from './contents';
import english from './texts/en.json';

describe('rules pages', () => {
  it.each(['usa', 'germany', 'nordic'] as const)('%s has every section it needs', (board) => {
    const titles = contentsFor(board).map((section) => section.title);
    expect(titles.includes('t_ferry')).toBe(board === 'nordic');
    expect(titles.includes('t_passengers')).toBe(board === 'germany');
    expect(contentsFor(board).every((section) => section.items.length > 0)).toBe(true);
  });
  it.each(['usa', 'germany', 'nordic'] as const)('%s has a figure for everything in braces', (board) => {
    const texts = contentsFor(board).flatMap((section) => section.items.map((item) => fill(english[item.key], board)));
    expect(texts.filter((text) => /[{}]/.test(text))).toEqual([]);
  });
  it('every text is shown somewhere', () => {
    const used = new Set<string>([
      'intro',
      't_points',
      'length',
      ...CONTENTS.flatMap((section) => [section.title, ...section.items.map((item) => item.key)]),
    ]);
    expect(Object.keys(english).filter((key) => !used.has(key))).toEqual([]);
  });
});
