/** Creates tables through the API, for tests that are not about creating them. */
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';

export interface Wish {
  board?: string;
  bots?: number;
  name?: string;
  /** Seats for people at this device besides the first. */
  others?: string[];
  public?: boolean;
  /** Seconds for each move; without it there is no clock. */
  clock?: number;
  /** What happens when that time is up; without it the game waits. */
  absent?: 'bot' | 'bot_finishes';
  /** Milliseconds that a bot takes for a move at least. */
  pace?: number;
}

/** Have the page's requests and storage belong to the server: by the smallest page that it has. */
async function reachServer(page: Page): Promise<void> {
  if (!page.url().startsWith('http')) await page.goto('/health');
}

/** Ask the API, as the person with this token; a refusal fails the test. */
async function call<T>(page: Page, path: string, body?: unknown, token: string | null = null): Promise<T> {
  await reachServer(page);
  return page.evaluate(
    async ({ path, body, token }) => {
      const answer = await fetch(`/api${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const data = await answer.json();
      if (!answer.ok) throw new Error(JSON.stringify(data));
      return data;
    },
    { path, body, token },
  ) as Promise<T>;
}

interface Made {
  table: { id: string; status: string };
}

/** Make the page's visitor a guest of this name; returns the token. */
async function enter(page: Page, name: string): Promise<string> {
  await reachServer(page);
  const known = await page.evaluate(() => localStorage.getItem('goldenspike.token'));
  const { token, person } = await call<{ token: string; person: unknown }>(page, '/guests', { name }, known);
  await page.evaluate(
    ({ token, person }) => {
      localStorage.setItem('goldenspike.token', token);
      localStorage.setItem('goldenspike.person', JSON.stringify(person));
    },
    { token, person },
  );
  return token;
}

const BOT = { kind: 'bot', level: 'easy' };

/** A started table of this page's person against bots without delays. Returns its id. */
export async function newTable(page: Page, wish: Wish = {}): Promise<string> {
  const { board = 'usa', bots = 1, name = 'Ada', others = [], clock, pace = 0 } = wish;
  const token = await enter(page, name);
  const people = ['', ...others].map(() => ({ kind: 'open' }));
  const { table } = await call<Made>(
    page,
    '/tables',
    {
      board,
      seats: [...people, ...Array.from({ length: bots }, () => BOT)],
      pace,
      first: 0,
      public: wish.public ?? false,
      ...(clock === undefined ? {} : { clock: { kind: 'seconds', amount: clock } }),
      ...(wish.absent === undefined ? {} : { absent: wish.absent }),
    },
    token,
  );
  for (const other of others) await call(page, `/tables/${table.id}/join`, { seat: null, name: other }, token);
  await call(page, `/tables/${table.id}/start`, {}, token);
  return table.id;
}

/** A finished game of bots that no other test has seen. */
export async function newFinishedGame(page: Page, board = 'usa', bots = 2, level = 'easy'): Promise<string> {
  const { token } = await call<{ token: string }>(page, '/guests', { name: 'Host' });
  const seats = Array.from({ length: bots }, () => ({ kind: 'bot', level }));
  const { table } = await call<Made>(page, '/tables', { board, seats, pace: 0, sit: false, public: true }, token);
  await call(page, `/tables/${table.id}/start`, {}, token);
  await expect
    .poll(async () => (await call<Made>(page, `/tables/${table.id}`)).table.status, { timeout: 120_000 })
    .toBe('finished');
  return table.id;
}

const finished = new Map<string, Promise<string>>();

/** A finished game of bots, for those who only look at it: the tests of a process share it. */
export async function finishedGame(page: Page, board = 'usa', bots = 2): Promise<string> {
  const key = `${board} ${bots}`;
  const game = finished.get(key) ?? newFinishedGame(page, board, bots);
  finished.set(key, game);
  return game;
}

/** A table of this page's person in the last round or shortly before it, on a board that bots have filled. */
export async function nearTheEnd(page: Page, board: string): Promise<string> {
  const game = await finishedGame(page, board);
  const { steps } = await call<{ steps: unknown[] }>(page, `/tables/${game}/replay`);
  const token = await enter(page, 'Ada');
  const wish = { step: steps.length - 12, cards: 'known', others: 'bots', level: 'easy' };
  return (await call<Made>(page, `/tables/${game}/what-if`, wish, token)).table.id;
}

/** Save an example board, or what is made of its file, in the workshop. Returns its name on the server. */
export async function saveExample(page: Page, name: string, change = (file: string): string => file): Promise<string> {
  await page.goto('/workshop');
  await page.locator('[data-workshop="file"]').fill(change(readFileSync(`../examples/boards/${name}.toml`, 'utf8')));
  await page.locator('[data-workshop="save"]').click();
  await expect(page).toHaveURL(/\/board\/own_/);
  await expect(page.locator('[data-track]').first()).toBeVisible({ timeout: 120_000 });
  return page.url().split('/').at(-1)!;
}

/** Open a table and wait until it is this page's turn to decide something. */
export async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/table/${id}`);
  await expect(page.locator('.room[data-mine="yes"]')).toBeVisible();
}
