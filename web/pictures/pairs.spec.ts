/** The five moments of docs/web.md that are shown beside those of version 0.1. */
import { fileURLToPath } from 'node:url';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { Player } from '../tests/player';
import { finishedGame, newTable, open } from '../tests/tables';

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));

async function fresh(browser: Browser, width: number, height: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
  return context.newPage();
}

/** A game against four bots, after so many decisions of one's own. */
async function seated(page: Page, board: string, decisions: number): Promise<string> {
  const id = await newTable(page, { board, bots: 4 });
  await open(page, id);
  const player = new Player(page);
  for (let i = 0; i < decisions && (await player.state()).phase !== 'over'; i += 1) await player.act();
  await expect(page.locator('.room[data-mine="yes"], .room[data-phase="over"]')).toBeVisible();
  // No track is focused or pointed at.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.mouse.move(640, 60);
  await page.mouse.move(640, 200, { steps: 5 });
  await page.mouse.move(2, 2, { steps: 5 });
  await page.waitForTimeout(600);
  return id;
}

/** A part of the board around a place. */
async function shootAround(page: Page, place: string, name: string): Promise<void> {
  const mark = page.locator('svg.board').getByText(place, { exact: true }).first();
  const box = (await mark.boundingBox())!;
  const clip = { x: box.x + box.width / 2 - 240, y: box.y + box.height / 2 - 215, width: 480, height: 430 };
  await page.screenshot({ path: `${FOLDER}${name}.png`, clip });
}

test('whose track is it?', async ({ browser }) => {
  const page = await fresh(browser, 1440, 900);
  await seated(page, 'usa', 40);
  await shootAround(page, 'Nashville', 'after-trains');
});

test('the southwest of Germany', async ({ browser }) => {
  const page = await fresh(browser, 1440, 900);
  await seated(page, 'germany', 45);
  await shootAround(page, 'Mannheim', 'after-germany');
});

test('a laptop', async ({ browser }) => {
  const page = await fresh(browser, 1280, 720);
  await seated(page, 'usa', 30);
  await page.screenshot({ path: `${FOLDER}after-laptop.png` });
});

test('a phone held sideways', async ({ browser }) => {
  const page = await fresh(browser, 1280, 720);
  await seated(page, 'usa', 20);
  await page.setViewportSize({ width: 844, height: 390 });
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${FOLDER}after-sideways.png` });
});

test('the end with five players on a phone', async ({ browser }) => {
  const page = await fresh(browser, 390, 844);
  await page.goto(`/table/${await finishedGame(page, 'usa', 5)}`);
  await expect(page.locator('[data-panel="end"] h2')).toBeVisible();
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${FOLDER}after-end-phone.png` });
});
