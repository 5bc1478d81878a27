/** The rules of a board's stations, as the help of a table tells them. */
import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import type { Board } from '../../board/model';
import { errorWords } from '../../shell/refusal-words';
import StationRules from './StationRules.svelte';

const words = (stations: Board['stations']): string =>
  render(StationRules, { props: { board: { stations } as Board } }).body;

test('how many there are, what they cost and what is not built is worth', () => {
  const body = words({ costs: [1, 2, 4], unused: 3, shared: false });
  expect(body).toContain('Each player has 3 stations');
  expect(body).toMatch(/1, 2, 4/);
  expect(body).toContain('3 points');
  expect(body).toContain('only one at each place');
});

test('shared places are told, and no points where there are none', () => {
  const body = words({ costs: [1], unused: 0, shared: true });
  expect(body).toContain('Several players');
  expect(body).not.toContain('not built');
});

test('a board without stations says nothing of them', () => expect(words(null)).not.toContain('Stations'));

test.each(['no_stations', 'station_cost', 'station_country', 'station_taken'])('%s has words of its own', (reason) => {
  const refused = (why: string): string => errorWords({ code: 'illegal', params: { reason: why, need: 2 }, text: '' });
  expect(refused(reason)).not.toBe(refused('anything else'));
});
