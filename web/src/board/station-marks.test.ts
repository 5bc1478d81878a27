/** Stations on the board: in the owner's colour with the owner's emblem, large enough at every zoom, clear of names. */
import { readFileSync } from 'node:fs';
import { render } from 'svelte/server';
import { describe, expect, it, test } from 'vitest';
import type { Layout } from '../server/types';
import type { StationMark } from './board-highlights';
import { coveredArea } from './covered-area';
import { labelsOf } from './grown-names';
import StationMarks from './StationMarks.svelte';
import { placeStations, type House } from './station-places';
import { placeMarks } from './ticket-marks';

const LOCALES = ['en', 'it', 'ko', 'ja', 'zh-Hans', 'zh-Hant'];
const layouts = ['usa', 'germany', 'nordic'].map((board): [string, Layout] => {
  const file = new URL(`../../../src/goldenspike/boards/drawing/${board}.layout.json`, import.meta.url);
  return [board, (JSON.parse(readFileSync(file, 'utf8')) as { layout: Layout }).layout];
});
const usa = layouts[0]![1];
const one = usa.places[0]!;
const mark = (colour: string, place = one.id): StationMark => ({ place, colour, label: `a station of ${colour}` });
const houses = (colours: string[], scale = 1): House[] =>
  placeStations(
    usa,
    colours.map((colour) => mark(colour)),
    [],
    scale,
  );

test("a station has its owner's colour, emblem and words", () => {
  const { body } = render(StationMarks, { props: { houses: houses(['red']), prefix: 'b' } });
  expect(body).toContain('player-red');
  expect(body).toContain('#b-emblem-red');
  expect(body).toContain('aria-label="a station of red"');
});

test('it stands over its place where nothing is in the way', () => {
  const [house] = houses(['red']);
  expect([house!.x, house!.y]).toEqual([one.x, one.y]);
});

test('stations at one place stand side by side', () => {
  const [left, right] = houses(['red', 'blue']);
  expect(right!.x - left!.x).toBeCloseTo(2 * left!.half);
  expect(right!.y).toBe(left!.y);
});

test('a station is at least 18 pixels wide on a small screen', () => {
  expect(houses(['red'], 0.25)[0]!.half * 2 * 0.25).toBeCloseTo(18);
});

test('numbers of tickets leave a station free', () => {
  const standing = houses(['red'], 0.5);
  const [number] = placeMarks(usa, [{ ticket: 'one', ends: [[one.id]], state: 'open' }], [], standing, 14);
  const [left, top, right, bottom] = [number!.x - 14, number!.y - 14, number!.x + 14, number!.y + 14];
  const side = 2 * standing[0]!.half;
  expect(coveredArea([left, top, right, bottom], standing)).toBeLessThan(0.1 * side * side);
});

describe.each(layouts)('stations on %s', (_, layout) => {
  // As a board is in a wide window, and on a phone.
  it.each(LOCALES.flatMap((locale) => [1, 0.6].map((scale) => [locale, scale] as const)))(
    'cover no name in %s at scale %s',
    (locale, scale) => {
      const names = layout.places.flatMap((place) => labelsOf(place, locale));
      const covering = layout.places
        .filter(({ country }) => !country)
        .filter(({ id }) => {
          const [house] = placeStations(layout, [mark('red', id)], names, scale);
          const size = (2 * house!.half) ** 2;
          return coveredArea(house!.box, names) > 0.02 * size;
        });
      expect(covering.map(({ id }) => id)).toEqual([]);
    },
  );
});
