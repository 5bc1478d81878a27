/** Numbers of tickets leave the names of places free, on every board in every language. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Layout } from '../server/types';
import { labelsOf } from './grown-names';
import { placeMarks } from './ticket-marks';

const LOCALES = ['en', 'it', 'ko', 'ja', 'zh-Hans', 'zh-Hant'];
/** Radius of a mark where a board fills a window of 1440x900. */
const RADIUS = 7;

const layouts = ['usa', 'germany', 'nordic'].map((board): [string, Layout] => {
  const file = new URL(`../../../src/goldenspike/boards/drawing/${board}.layout.json`, import.meta.url);
  return [board, (JSON.parse(readFileSync(file, 'utf8')) as { layout: Layout }).layout];
});

describe.each(layouts)('marks of tickets on %s', (_, layout) => {
  it.each(LOCALES)('cover no name in %s', (locale) => {
    const names = layout.places.flatMap((place) => labelsOf(place, locale));
    const covering = layout.places.filter((place) => {
      const [mark] = placeMarks(layout, [{ ticket: 'one', ends: [[place.id]], state: 'open' }], names, [], RADIUS);
      return names.some(
        ({ box }) =>
          Math.min(box[2], mark!.x + RADIUS * 0.8) > Math.max(box[0], mark!.x - RADIUS * 0.8) &&
          Math.min(box[3], mark!.y + RADIUS * 0.8) > Math.max(box[1], mark!.y - RADIUS * 0.8),
      );
    });
    expect(covering.map(({ id }) => id)).toEqual([]);
  });

  it('stand side by side at one place, in the order of tickets', () => {
    const id = layout.places.find(({ country }) => !country)!.id;
    const marks = ['one', 'two', 'three'].map((ticket) => ({ ticket, ends: [[id]], state: 'open' as const }));
    const drawn = placeMarks(layout, marks, [], [], RADIUS);
    expect(drawn.map(({ number }) => number)).toEqual([0, 1, 2]);
    for (const [i, { x, y }] of drawn.entries()) {
      const next = drawn[i + 1];
      if (next) expect(Math.hypot(next.x - x, next.y - y)).toBeGreaterThanOrEqual(RADIUS * 2);
    }
  });
});
