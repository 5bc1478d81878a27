/** Creates tables through the API, for tests that are not about creating them. */
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
  /** Milliseconds that a bot takes for a move at least. */
  pace?: number;
}

/** A started table of this page's person against bots without delays. Returns its id. */
export async function newTable(page: Page, wish: Wish = {}): Promise<string> {
  if (!page.url().startsWith('http')) await page.goto('/settings');
  return page.evaluate(
    async ({ board = 'usa', bots = 1, name = 'Ada', others = [], public: open = false, clock, pace = 0 }) => {
      const call = async (path: string, body: unknown): Promise<Record<string, never>> => {
        const token = localStorage.getItem('goldenspike.token');
        const answer = await fetch(`/api${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
          body: JSON.stringify(body),
        });
        const data = await answer.json();
        if (!answer.ok) throw new Error(JSON.stringify(data));
        return data;
      };
      const admitted = (await call('/guests', { name })) as unknown as { token: string; person: unknown };
      localStorage.setItem('goldenspike.token', admitted.token);
      localStorage.setItem('goldenspike.person', JSON.stringify(admitted.person));
      const seats = [
        { kind: 'open' },
        ...others.map(() => ({ kind: 'open' })),
        ...Array.from({ length: bots }, () => ({ kind: 'bot', level: 'easy' })),
      ];
      const { table } = (await call('/tables', {
        board,
        seats,
        pace,
        first: 0,
        public: open,
        ...(clock === undefined ? {} : { clock: { kind: 'seconds', amount: clock } }),
      })) as unknown as {
        table: { id: string };
      };
      for (const other of others) await call(`/tables/${table.id}/join`, { seat: null, name: other });
      await call(`/tables/${table.id}/start`, {});
      return table.id;
    },
    wish,
  );
}

/** A finished game of bots. */
export async function finishedGame(page: Page, board = 'usa', bots = 2): Promise<string> {
  if (!page.url().startsWith('http')) await page.goto('/settings');
  return page.evaluate(
    async ({ board, bots }) => {
      const post = async (path: string, body: unknown, token?: string): Promise<never> => {
        const answer = await fetch(`/api${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
          body: JSON.stringify(body),
        });
        const data = await answer.json();
        if (!answer.ok) throw new Error(JSON.stringify(data));
        return data as never;
      };
      const { token } = (await post('/guests', { name: 'Host' })) as { token: string };
      const bot = { kind: 'bot', level: 'easy' };
      const seats = Array.from({ length: bots }, () => bot);
      const { table } = (await post('/tables', { board, seats, pace: 0, sit: false, public: true }, token)) as {
        table: { id: string };
      };
      await post(`/tables/${table.id}/start`, {}, token);
      for (let i = 0; i < 1200; i += 1) {
        const now = await (await fetch(`/api/tables/${table.id}`)).json();
        if (now.table.status === 'finished') return table.id;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error('the bots never finished');
    },
    { board, bots },
  );
}

/** Open a table and wait until it is this page's turn to decide something. */
export async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/table/${id}`);
  await expect(page.locator('.room[data-mine="yes"]')).toBeVisible();
}
