/** Enlarged names of ringed places keep clear of each other, on every board in every language. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Label, Layout } from '../server/types';
import { growNames } from './grown-names';

const LOCALES = ['en', 'it', 'ko', 'ja', 'zh-Hans', 'zh-Hant'];
const layouts = ['usa', 'germany', 'nordic'].map((board): [string, Layout] => {
  const file = new URL(`../../../src/goldenspike/boards/drawing/${board}.layout.json`, import.meta.url);
  return [board, (JSON.parse(readFileSync(file, 'utf8')) as { layout: Layout }).layout];
});
/** Names of 11 px where a phone shows the whole board. */
const GROWN = 1.9;

const grow = (layout: Layout, marked: string[], locale: string, grown = GROWN): ReturnType<typeof growNames> =>
  growNames(layout.places, new Set(marked), {
    locale,
    grown,
    endRadius: layout.end_radius,
    shown: { left: 0, top: 0, right: layout.width, bottom: layout.height },
  });

const overlap = ({ box: a }: Label, { box: b }: Label): boolean =>
  Math.min(a[2], b[2]) > Math.max(a[0], b[0]) + 0.01 && Math.min(a[3], b[3]) > Math.max(a[1], b[1]) + 0.01;

/** Every choice of six places next to each other in the list, and of six far apart. */
const groups = (layout: Layout): string[][] => {
  const ids = layout.places.filter((place) => !place.country).map((place) => place.id);
  return ids.flatMap((_, from) =>
    [1, 5].map((step) => Array.from({ length: 6 }, (_, i) => ids[(from + i * step) % ids.length]!)),
  );
};

describe.each(layouts)('enlarged names of %s', (_, layout) => {
  it.each(LOCALES)('do not touch each other in %s', (locale) => {
    const touching = groups(layout).filter((marked) => {
      const names = [...grow(layout, marked, locale)!.labels.values()].flat();
      return names.some((name, at) => names.slice(at + 1).some((other) => overlap(name, other)));
    });
    expect(touching).toEqual([]);
  });
});

describe('enlarged names', () => {
  const [, nordic] = layouts[2]!;
  it('are not moved where the names of the board can be read', () => {
    expect(grow(nordic, ['oslo', 'orebro'], 'en', 1)).toBeNull();
  });
  it('hide the small names that they cover, but none of ringed places', () => {
    const { labels, covered } = grow(nordic, ['oslo', 'orebro', 'stockholm'], 'ja')!;
    expect([...labels.keys()].sort()).toEqual(['orebro', 'oslo', 'stockholm']);
    for (const id of labels.keys()) expect(covered.has(id)).toBe(false);
    expect(covered.size).toBeGreaterThan(0);
  });
  it('stay in the part of the board that is shown', () => {
    const [, usa] = layouts[0]!;
    const [x, y] = ((place) => [place.x, place.y] as const)(usa.places.find((place) => place.id === 'seattle')!);
    const shown = { left: x - 8, top: y - 60, right: x + 300, bottom: y + 60 };
    const { labels } = growNames(usa.places, new Set(['seattle']), {
      locale: 'ja',
      grown: GROWN,
      endRadius: usa.end_radius,
      shown,
    })!;
    expect(labels.get('seattle')![0]!.box[0]).toBeGreaterThanOrEqual(shown.left);
  });
});
