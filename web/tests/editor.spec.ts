/** The editor of boards: by mouse and by keyboard, with mistakes, undo, files and a table at the end. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { clean } from './axe';
import { SERVE } from '../playwright.config';
import { BoardMaker, ITALIAN_TRACKS, ITALY, type Towns } from './board-maker';
import { Player, playToTheEnd } from './player';

const COMMAND = SERVE.split(' ')[0]!;

const LAKES: Towns = {
  Birch: [0.15, 0.2],
  Ferry: [0.5, 0.15],
  Mill: [0.2, 0.8],
  Pines: [0.55, 0.6],
  Shore: [0.85, 0.4],
};
const LAKE_TRACKS = [
  ['Birch', 'Ferry'],
  ['Birch', 'Mill'],
  ['Ferry', 'Pines'],
  ['Mill', 'Pines'],
  ['Pines', 'Shore'],
  ['Ferry', 'Shore'],
] as const;

test('a board is drawn by mouse, mended, undone, kept, saved and published', async ({ page }) => {
  await page.goto('/workshop');
  await page.locator('[data-workshop="editor"]').click();
  await page.locator('[data-begin="blank"]').click();
  const maker = new BoardMaker(page);
  await maker.addPlaces(LAKES);
  await maker.tool('track');
  for (const [a, b] of LAKE_TRACKS) await maker.drag(a, b);
  await expect(page.locator('[data-map] [data-track]')).toHaveCount(6);

  // A place is dragged, and that is one step of undo.
  await maker.tool('move');
  const before = await maker.middle('Shore');
  await page.mouse.move(...before);
  await page.mouse.down();
  for (let i = 1; i <= 5; i += 1) await page.mouse.move(before[0] - i * 8, before[1] + i * 8);
  await page.mouse.up();
  expect((await maker.middle('Shore'))[0]).toBeLessThan(before[0] - 30);
  await page.locator('[data-do="undo"]').click();
  expect((await maker.middle('Shore'))[0]).toBeCloseTo(before[0], 0);
  await page.locator('[data-do="redo"]').click();
  expect((await maker.middle('Shore'))[0]).toBeLessThan(before[0] - 30);

  // Mistakes are shown where they are, and lead there.
  await expect(maker.check()).toHaveAttribute('data-check', 'bad', { timeout: 30_000 });
  await expect(page.locator('[data-do="publish"]')).toBeDisabled();
  await page.locator('[data-mistake="deals.first.draw"] button').click();
  await expect(page.locator('[data-field="deals.first.draw"]')).toBeFocused();
  await page.locator('[data-field="players.most"]').fill('2');
  await maker.tab('tickets');
  await page.locator('[data-do="suggest-tickets"]').click();
  await expect(maker.check()).toHaveAttribute('data-check', 'good', { timeout: 30_000 });

  // A ferry, and another track beside one.
  await maker.tab('tracks');
  await page.locator('[data-row="ferry-shore"]').click();
  await page.getByRole('radio', { name: 'ferry' }).check();
  await page.locator('[data-row="mill-pines"]').click();
  await page.locator('[data-do="parallel"]').click();
  await expect(page.locator('[data-map] [data-track]')).toHaveCount(7);
  await clean(page, 'the editor');

  // The file is a board file as it is.
  const waiting = page.waitForEvent('download');
  await page.locator('[data-do="download"]').click();
  const file = await (await waiting).path();
  expect(execFileSync(COMMAND, ['board', 'check', file]).toString()).not.toContain('problem');
  expect(readFileSync(file, 'utf8')).toContain('"ferry-shore:');

  // It is kept in this browser.
  await expect(page.locator('.saved')).not.toBeEmpty();
  await page.reload();
  await expect(page.locator('[data-map] [data-track]')).toHaveCount(7);
  await expect(maker.check()).toHaveAttribute('data-check', 'good', { timeout: 30_000 });
  await page.locator('[data-do="publish"]').click();
  await expect(page).toHaveURL(/\/board\/own_[0-9a-f]{32}$/);
  await expect(page.locator('[data-track]')).toHaveCount(7, { timeout: 120_000 });
});

test('a file that is no board is refused, a wrong one opens with its mistakes, a random one is good', async ({
  page,
}) => {
  await page.goto('/workshop/editor');
  const choose = page.locator('[data-begin="file"]');
  await choose.setInputFiles({ name: 'x.toml', mimeType: 'text/plain', buffer: Buffer.from('[board\nid=') });
  await expect(page.getByRole('alert')).toContainText('line 1');
  const wrong =
    '[places]\nbirch = { name = "<img src=x onerror=alert(1)>", x = 7, y = "low" }\n[tracks]\n"birch-oak:mauve" = 3\n';
  await choose.setInputFiles({ name: 'x.toml', mimeType: 'text/plain', buffer: Buffer.from(wrong) });
  const maker = new BoardMaker(page);
  await expect(maker.check()).toHaveAttribute('data-check', 'bad', { timeout: 30_000 });
  await expect(page.locator('[data-mistake="places.birch.x"]')).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);

  await page.locator('.actions a').click();
  await page.locator('[data-begin="random"]').click();
  await expect(maker.check()).toHaveAttribute('data-check', 'good', { timeout: 60_000 });
  await expect(page.locator('[data-place]')).toHaveCount(20);
});

/** Publish, look at the report, and play with a friend to the end; returns the table. */
async function playIt(page: Page, browser: Browser, tracks: number): Promise<string> {
  await page.locator('[data-do="publish"]').click();
  await expect(page).toHaveURL(/\/board\/own_/);
  await expect(page.locator('[data-track]')).toHaveCount(tracks, { timeout: 200_000 });
  await page.locator('[data-do="measure"]').click();
  await expect(page.locator('[data-report="done"]')).toBeVisible({ timeout: 300_000 });
  await expect(page.locator('[data-report] [data-counts] tbody tr')).toHaveCount(3);

  await page.locator('[data-do="table"]').click();
  await page.locator('[data-do="create"]').click();
  await expect(page).toHaveURL(/\/table\//);
  const id = page.url().split('/').at(-1)!;
  const invite = await page.locator('[data-invite]').innerText();
  const other = await (await browser.newContext()).newPage();
  await other.goto(invite);
  await other.getByLabel('Your name').fill('Blaise');
  await other.locator('[data-sit]').click();
  await expect(page.getByText('Blaise')).toBeVisible();
  await page.locator('[data-do="start"]').click();
  for (const each of [page, other]) await expect(each.locator('.room')).toBeVisible();
  await playToTheEnd([new Player(page), new Player(other)]);
  await expect(page.locator('[data-panel="end"]')).toBeVisible();
  await other.context().close();
  return id;
}

test("a stranger's half hour by mouse", { tag: '@wide' }, async ({ page, browser }) => {
  test.setTimeout(1_200_000);
  const maker = new BoardMaker(page);
  await maker.drawItaly('Stivale');

  // Three mistakes: no tickets, a length without points, and a last round that begins at once.
  await maker.tab('tracks');
  await page.locator('[data-row="cagliari-palermo"]').click();
  await page.locator('[data-field="length"]').fill('8');
  await maker.tab('rules');
  await page.locator('[data-field="rules.last_turn_trains"]').fill('12');
  await page.locator('[data-field="players.trains"]').fill('12');
  for (const where of ['points.routes', 'rules.last_turn_trains', 'deals.first.draw'])
    await expect(page.locator(`[data-mistake="${where}"]`)).toBeVisible({ timeout: 60_000 });
  await page.locator('[data-mistake="rules.last_turn_trains"] button').click();
  await page.keyboard.type('2');
  await page.locator('[data-field="rules.last_turn_trains"]').fill('2');
  await page.locator('[data-mistake="points.routes"] button').click();
  await page.getByLabel('Points for length 8').fill('21');
  await maker.tab('tickets');
  for (let i = 0; i < 2; i += 1) await page.locator('[data-do="suggest-tickets"]').click();
  await expect(maker.check()).toHaveAttribute('data-check', 'good', { timeout: 60_000 });

  const id = await playIt(page, browser, ITALIAN_TRACKS.length);
  const first = page.url();

  // The board changes, the old replay still runs.
  await page.goBack();
  await page.goto('/workshop');
  await page.locator('[data-design] a[href^="/workshop/editor"]').first().click();
  await maker.tab('places');
  await page.locator('[data-row="bari"]').click();
  await page.locator('[data-field="name"]').fill('Brindisi');
  await expect(maker.check()).toHaveAttribute('data-check', 'good', { timeout: 60_000 });
  await page.locator('[data-do="publish"]').click();
  await expect(page).toHaveURL(/\/board\/own_/);
  expect(page.url()).not.toBe(first);
  await page.goto('/workshop');
  await expect(page.locator('[data-design] .revisions li')).toHaveCount(2);
  await page.goto(`/replay/${id}`);
  await expect(page.locator('[data-track]')).toHaveCount(ITALIAN_TRACKS.length);
  await expect(page.locator('body')).toContainText('Bari');
});

test("a stranger's half hour by keyboard", { tag: '@wide' }, async ({ page }) => {
  test.setTimeout(900_000);
  await page.goto('/workshop/editor');
  const maker = new BoardMaker(page);
  const { keyboard } = page;
  await expect(page.locator('[data-begin="blank"]')).toBeEnabled();
  await maker.tabTo(page.locator('[data-begin="blank"]'));
  await keyboard.press('Enter');
  const add = page.locator('[data-do="add-place"]');
  await expect(add).toBeVisible();
  await maker.tabTo(add);
  for (const name of Object.keys(ITALY)) {
    await keyboard.press('Enter');
    await expect(page.locator('[data-field="name"]')).toBeFocused();
    await keyboard.type(name);
    // Enter goes back to the button that adds the next one.
    await keyboard.press('Enter');
    await expect(add).toBeFocused();
  }
  await expect(page.locator('[data-place]')).toHaveCount(12);

  // Arrow keys move a place on the map.
  await maker.tabTo(maker.place('Cagliari'), true);
  const before = await maker.middle('Cagliari');
  for (let i = 0; i < 5; i += 1) await keyboard.press('ArrowRight');
  expect((await maker.middle('Cagliari'))[0]).toBeGreaterThan(before[0] + 15);
  await keyboard.press('Control+z');
  expect((await maker.middle('Cagliari'))[0]).toBeCloseTo(before[0], 0);

  const tabTo = async (name: string): Promise<void> => {
    await maker.tabTo(page.locator('[role="tab"][aria-selected="true"]'));
    for (let i = 0; i < 5; i += 1) {
      if ((await page.locator('[role="tab"][aria-selected="true"]').getAttribute('data-tab')) === name) return;
      await keyboard.press('ArrowRight');
    }
  };
  await tabTo('tracks');
  await maker.tabTo(page.locator('[data-pair="track-from"]'));
  for (const [a, b] of ITALIAN_TRACKS) await maker.joinByKeys('track', a, b);
  await expect(page.locator('[data-map] [data-track]')).toHaveCount(ITALIAN_TRACKS.length);

  // The first mistake: no tickets. Then two more are made, and all are mended from the list of mistakes.
  await maker.tabTo(page.locator('[data-do="undo"]'), true);
  await tabTo('tickets');
  await maker.tabTo(page.locator('[data-pair="ticket-from"]'));
  await maker.joinByKeys('ticket', 'Torino', 'Bari');
  await maker.tabTo(page.locator('[data-do="suggest-tickets"]'));
  await keyboard.press('Enter');
  await expect(page.locator('[data-mistake="deals.first.draw"]')).toBeVisible({ timeout: 60_000 });
  await maker.tabTo(page.locator('[data-mistake="deals.first.draw"] button'));
  await keyboard.press('Enter');
  await expect(page.locator('[data-field="deals.first.draw"]')).toBeFocused();
  await maker.tabTo(page.locator('[data-field="players.most"]'), true);
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await expect(page.locator('[data-field="players.most"]')).toHaveValue('2');
  await expect(maker.check()).toHaveAttribute('data-check', 'good', { timeout: 60_000 });
  await maker.tabTo(page.locator('[data-field="players.trains"]'));
  await keyboard.type('2');
  await expect(page.locator('[data-mistake="rules.last_turn_trains"]')).toBeVisible({ timeout: 60_000 });
  await maker.tabTo(page.locator('[data-mistake="rules.last_turn_trains"] button'));
  await keyboard.press('Enter');
  await expect(page.locator('[data-field="rules.last_turn_trains"]')).toBeFocused();
  await maker.tabTo(page.locator('[data-field="players.trains"]'), true);
  await keyboard.type('25');
  await expect(maker.check()).toHaveAttribute('data-check', 'good', { timeout: 60_000 });
  await maker.tabTo(page.locator('[data-do="publish"]'), true);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/board\/own_/);
  await expect(page.locator('[data-track]')).toHaveCount(ITALIAN_TRACKS.length, { timeout: 200_000 });
});
