/** The hand and the market show their cards and offer what may be drawn. */
import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import Hand from './Hand.svelte';
import Market from './Market.svelte';
import { readOptions } from '../game/notation';

/** The visible text: without tags, with single spaces. */
const words = (html: string): string =>
  html
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('a hand', () => {
  const hand = (props: Parameters<typeof render<typeof Hand>>[1]['props']): string => render(Hand, { props }).body;

  it('shows how many there are of each card, in the order of the cards', () => {
    const seen = words(hand({ cards: { locomotive: 1, red: 3 } }));
    expect(seen).toMatch(/^3 .*red.* 1 .*locomotive/i);
    expect(seen).not.toMatch(/blue/i);
  });

  it('shows what a payment would take out of it', () => {
    expect(words(hand({ cards: { red: 3 }, spent: { red: 2 } }))).toMatch(/^3 −2/);
  });

  it('says when it is empty, and when it is hidden', () => {
    const [empty, hidden] = [words(hand({ cards: {} })), words(hand({ cards: undefined }))];
    expect(empty).not.toBe('');
    expect(hidden).not.toBe('');
    expect(empty).not.toBe(hidden);
  });
});

describe('the market', () => {
  const market = (legal: string[], disabled = false): string[] => {
    const html = render(Market, {
      props: {
        market: ['red', 'locomotive', null],
        deck: 7,
        options: readOptions(legal),
        disabled,
        locomotiveEndsDraw: true,
        ondraw: () => undefined,
      },
    }).body;
    return [...html.matchAll(/<button[^>]*>/g)].map(
      ([button]) => `${/data-draw="(\w+)"/.exec(button)![1]!}${/ disabled/.test(button) ? ' (disabled)' : ''}`,
    );
  };

  it('offers the cards that may be drawn, and no others', () => {
    expect(market(['draw red', 'draw deck'])).toEqual(['red', 'locomotive (disabled)', 'deck']);
  });

  it('offers nothing while a move is on its way', () => {
    expect(market(['draw red', 'draw deck'], true)).toEqual([
      'red (disabled)',
      'locomotive (disabled)',
      'deck (disabled)',
    ]);
  });
});
