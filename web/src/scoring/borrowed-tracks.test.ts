/** What a player's stations borrowed, named at the end of a game. */
import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import type { Board } from '../board/model';
import BorrowedTracks from './BorrowedTracks.svelte';

const track = (a: string, b: string): [string, unknown] => [`${a}-${b}:red`, { a, b }];
const board = {
  tracks: new Map([track('glacier', 'inn'), track('inn', 'mill')]),
  places: new Map(['glacier', 'inn', 'mill'].map((id) => [id, { id, name: id.toUpperCase(), names: {} }])),
} as unknown as Board;
const words = (tracks: string[]): string =>
  render(BorrowedTracks, { props: { board, player: 'Ada', tracks, ontrace: () => undefined } }).body;

test('every borrowed track is named with its two places', () => {
  const body = words(['glacier-inn:red', 'inn-mill:red']);
  expect(body).toContain('Ada borrows by stations:');
  expect(body).toMatch(/GLACIER – INN,? .*INN – MILL/);
});

test('a player who borrowed nothing has no such line', () => expect(words([])).not.toContain('button'));
