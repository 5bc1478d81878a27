/**
 * Screenshots of full boards with what is true of every space on them, for tools/legibility.
 *
 * A position gives every track a random owner, or none, by a fixed seed: so every player stands on spaces of every
 * colour. The client shows it in the replay of a finished game, whose first view is replaced.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { finishedGame } from '../tests/tables';

const FOLDER = process.env.GOLDENSPIKE_LEGIBILITY ?? '../build/legibility';
const BOARDS = { usa: 5, germany: 5, nordic: 3 };
const SIZES = { desktop: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } };
const THEMES = ['light', 'dark'];
const POSITIONS = 4;
/** Share of tracks that stay free. */
const FREE = 0.3;

interface Space {
  track: string;
  index: number;
  /** Seat of the owner; null: free. */
  owner: number | null;
  /** Middle in pixels of the screenshot, direction in degrees, and size in pixels. */
  x: number;
  y: number;
  angle: number;
  length: number;
  width: number;
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface Layout {
  width: number;
  tracks: { id: string; space: [number, number]; spaces: [number, number, number][] }[];
}

/** Spaces that are wholly visible now: inside the board's window, and under nothing. */
async function visibleSpaces(page: Page, layout: Layout, routes: Record<string, number>): Promise<Space[]> {
  return page.evaluate(
    ({ layout, routes }) => {
      const board = document.querySelector<SVGSVGElement>('svg.board')!;
      const area = document.querySelector('[data-board]')!.getBoundingClientRect();
      const matrix = board.getScreenCTM()!;
      const found = [];
      for (const track of layout.tracks) {
        for (const [index, [bx, by, angle]] of track.spaces.entries()) {
          const x = matrix.a * bx + matrix.e;
          const y = matrix.d * by + matrix.f;
          const [length, width] = [track.space[0] * matrix.a, track.space[1] * matrix.a];
          const reach = length;
          if (x - reach < area.left || x + reach > Math.min(area.right, innerWidth)) continue;
          if (y - reach < area.top || y + reach > Math.min(area.bottom, innerHeight)) continue;
          const turn = (angle * Math.PI) / 180;
          const open = [-0.5, 0, 0.5].every((at) => {
            const [px, py] = [x + Math.cos(turn) * length * at, y + Math.sin(turn) * length * at];
            return document.elementFromPoint(px, py)?.closest('[data-board] svg.board, .surface');
          });
          if (open) found.push({ track: track.id, index, owner: routes[track.id] ?? null, x, y, angle, length, width });
        }
      }
      return found;
    },
    { layout, routes },
  );
}

/** Drag the board until a point of it is in the middle of its window. */
async function dragTo(page: Page, [bx, by]: [number, number]): Promise<void> {
  const [from, by_] = await page.evaluate(
    ([bx, by]) => {
      const area = document.querySelector('[data-board]')!.getBoundingClientRect();
      const matrix = document.querySelector<SVGSVGElement>('svg.board')!.getScreenCTM()!;
      const middle = [area.left + area.width / 2, area.top + area.height / 2] as const;
      return [middle, [matrix.a * bx! + matrix.e - middle[0], matrix.d * by! + matrix.f - middle[1]]] as const;
    },
    [bx, by],
  );
  const most = Math.min(1, 280 / Math.max(Math.abs(by_[0]), Math.abs(by_[1]), 1));
  await page.mouse.move(from[0] + (by_[0] * most) / 2, from[1] + (by_[1] * most) / 2);
  await page.mouse.down();
  await page.mouse.move(from[0] - (by_[0] * most) / 2, from[1] - (by_[1] * most) / 2, { steps: 3 });
  await page.mouse.up();
  await page.mouse.move(2, 2);
  await page.waitForTimeout(200);
}

for (const [board, seats] of Object.entries(BOARDS)) {
  test(`${board} with ${seats} players`, async ({ browser }) => {
    test.setTimeout(900_000);
    mkdirSync(FOLDER, { recursive: true });
    const host = await (await browser.newContext()).newPage();
    const game = await finishedGame(host, board, seats);
    const { layout } = (await (await host.request.get(`/api/boards/${board}`)).json()) as { layout: Layout };
    const total = layout.tracks.reduce((sum, track) => sum + track.spaces.length, 0);
    for (const [sizeName, viewport] of Object.entries(SIZES)) {
      for (const theme of THEMES) {
        const context = await browser.newContext({ viewport, reducedMotion: 'reduce', serviceWorkers: 'block' });
        const page = await context.newPage();
        await page.addInitScript(
          (theme) => localStorage.setItem('goldenspike.settings', JSON.stringify({ theme })),
          theme,
        );
        for (let position = 0; position < POSITIONS; position += 1) {
          const next = random(1000 * position + seats + board.length);
          const routes: Record<string, number> = {};
          for (const track of layout.tracks) if (next() >= FREE) routes[track.id] = Math.floor(next() * seats);
          await page.route(`**/api/tables/${game}/replay*`, async (route) => {
            const real = await route.fetch();
            const replay = (await real.json()) as { start: { routes: Record<string, number> }; steps: unknown[] };
            replay.start.routes = routes;
            replay.steps = [];
            await route.fulfill({ response: real, json: replay });
          });
          await page.goto(`/replay/${game}`);
          await expect(page.locator('svg.board [data-track]').first()).toBeVisible();
          await page.mouse.move(2, 2);
          await page.waitForTimeout(400);
          const seen = new Set<string>();
          const shots: { file: string; spaces: Space[] }[] = [];
          for (let shot = 0; shot < 60 && seen.size < total; shot += 1) {
            const spaces = (await visibleSpaces(page, layout, routes)).filter(
              (space) => !seen.has(`${space.track} ${space.index}`),
            );
            if (spaces.length > 0) {
              const file = `${board}-${sizeName}-${theme}-${position}-${shot}.png`;
              await page.screenshot({ path: join(FOLDER, file) });
              shots.push({ file, spaces });
              for (const space of spaces) seen.add(`${space.track} ${space.index}`);
            }
            const hidden = layout.tracks.flatMap((track) =>
              track.spaces.flatMap(([x, y], index): [number, number][] =>
                seen.has(`${track.id} ${index}`) ? [] : [[x, y]],
              ),
            );
            if (hidden.length === 0) break;
            // Zoomed in a little, the board can be dragged until what lay under a panel is free.
            if (shot === 0 && sizeName === 'desktop') {
              await page.getByRole('button', { name: 'Zoom in' }).click();
              await page.waitForTimeout(300);
            } else await dragTo(page, hidden[shot % hidden.length]!);
          }
          expect(total - seen.size, `${board} ${sizeName} ${theme}: spaces that never came into sight`).toBe(0);
          const name = `${board}-${sizeName}-${theme}-${position}.json`;
          writeFileSync(join(FOLDER, name), JSON.stringify({ board, size: sizeName, theme, position, shots }));
          await page.unroute(`**/api/tables/${game}/replay*`);
        }
        await context.close();
      }
    }
  });
}
