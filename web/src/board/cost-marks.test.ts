/** Marks on tracks that cost or give more than their spaces. */
import { readFileSync } from 'node:fs';
import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import type { Layout, TrackLayout } from '../server/types';
import CostMarks from './CostMarks.svelte';
import type { TrackCosts } from './model';

const file = new URL('../../../src/goldenspike/boards/drawing/nordic.layout.json', import.meta.url);
const { tracks } = (JSON.parse(readFileSync(file, 'utf8')) as { layout: Layout }).layout;

const marks = (track: TrackLayout, costs: TrackCosts): string[] =>
  [...render(CostMarks, { props: { track, costs } }).body.matchAll(/translate\((\S+) (\S+)\)/g)].map(
    ([, x, y]) => `${x} ${y}`,
  );
const spaces = (track: TrackLayout): string[] => track.spaces.map(([x, y]) => `${x} ${y}`);

test('each mark lies on a space of its own where there are enough', () => {
  for (const track of tracks.filter(({ length, wheels }) => length - wheels.length >= 3)) {
    const found = marks(track, { toll: 2, trains: 1, points: 3, companies: [], shared: false });
    expect(new Set(found).size).toBe(3);
    for (const at of found) expect(spaces(track)).toContain(at);
  }
});

test('a locomotive symbol is not covered while there is another space', () => {
  const ferries = tracks.filter(({ length, wheels }) => wheels.length > 0 && wheels.length < length);
  expect(ferries.length).toBeGreaterThan(0);
  for (const track of ferries) {
    const wheels = track.wheels.map((wheel) => spaces(track)[wheel]);
    for (const at of marks(track, { toll: 1, trains: 0, points: 0, companies: [], shared: false }))
      expect(wheels).not.toContain(at);
  }
});

test('only what a track has is marked, with its number', () => {
  const { body } = render(CostMarks, {
    props: { track: tracks[0]!, costs: { toll: 0, trains: 2, points: 0, companies: [], shared: false } },
  });
  expect(body).toContain('+2</text>');
  expect(body).not.toContain('<circle');
});

test('a track that gives shares has the letters of their companies', () => {
  const costs = { toll: 0, trains: 0, points: 0, companies: [0, 2], shared: false };
  const { body } = render(CostMarks, { props: { track: tracks[0]!, costs, letters: ['G', 'R', 'H'] } });
  expect(body).toContain('G</text>');
  expect(body).toContain('H</text>');
  expect(body).not.toContain('R</text>');
});

test('a shared track has two rings', () => {
  const costs = { toll: 0, trains: 0, points: 0, companies: [], shared: true };
  const { body } = render(CostMarks, { props: { track: tracks[0]!, costs } });
  expect(body.match(/class="link/g)).toHaveLength(2);
});
