/** A board with stations: where they are built, where they stand, and what they borrow at the end. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { clean } from './axe';
import { Player, playToTheEnd } from './player';
import { newFinishedGame, saveExample } from './tables';

test('a station is chosen, paid for, seen by everybody, and counted at the end', async ({ page, browser }) => {
  // With few trains, because the end is played to.
  await saveExample(page, 'thistle_range', (file) => file.replace(/^trains = \d+$/m, 'trains = 8'));
  await page.locator('[data-do="table"]').click();
  await page.locator('[data-new="first"]').selectOption({ index: 1 });
  await page.locator('[data-do="create"]').click();
  await expect(page).toHaveURL(/\/table\//);
  const other = await (await browser.newContext()).newPage();
  await other.goto(await page.locator('[data-invite]').innerText());
  await other.getByLabel('Your name').fill('Blaise');
  await other.locator('[data-sit]').click();
  await page.locator('[data-do="start"]').click();
  for (const each of [page, other]) await expect(each.locator('.room')).toBeVisible();
  const [host, guest] = [new Player(page), new Player(other)];
  await Promise.all([host.reachTurn(), guest.act()]);

  const left = (each: Page, seat: number): Locator =>
    each.locator(`[data-seat="${seat}"] .figures div`, { hasText: 'stations left' }).locator('dd');
  for (const seat of [0, 1]) await expect(left(page, seat)).toHaveText('3');
  const panel = page.locator('[data-panel="station"]');
  await page.locator('[data-do="stations"]').click();
  await expect(panel).toContainText('Your next station costs 1 card');
  await expect(panel).toContainText('3 points at the end');
  await clean(page, 'the panel of a station');
  // Escape closes it, and nothing was built.
  await panel.locator('select').focus();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page.locator('[data-station]')).toHaveCount(0);

  await page.locator('[data-do="stations"]').click();
  const build = page.locator('[data-do="station"]');
  await expect(build).toBeDisabled();
  await panel.locator('select').selectOption('snow_inn');
  await expect(build).toBeEnabled();
  // A place is chosen on the board as well.
  const dot = (await page.locator('[data-place-mark="eagle_pass"] .dot').boundingBox())!;
  await page.mouse.click(dot.x + dot.width / 2, dot.y + dot.height / 2);
  await expect(panel.locator('select')).toHaveValue('eagle_pass');
  await build.click();
  for (const each of [page, other]) {
    await expect(each.locator('[data-station="eagle_pass"]')).toBeVisible();
    await expect(each.locator('[data-station]')).toHaveCount(1);
    await expect(left(each, 0)).toHaveText('2');
    await expect(left(each, 1)).toHaveText('3');
  }
  await expect(page.locator('[data-station]')).toHaveAttribute('aria-label', /^Eagle Pass: station of /);
  await other.locator('.rail summary', { hasText: 'Log' }).click();
  await expect(other.locator('.log')).toContainText(/station in Eagle Pass for 1\s/);

  // The place is taken: nobody else builds there.
  await guest.reachTurn();
  await other.locator('[data-do="stations"]').click();
  const offered = other.locator('[data-panel="station"] option');
  await expect(offered).toHaveCount(1 + 15);
  await expect(offered.filter({ hasText: 'Eagle Pass' })).toHaveCount(0);
  await other.locator('[data-panel="station"]').getByRole('button', { name: 'Cancel' }).click();

  await playToTheEnd([host, guest]);
  const scores = page.locator('[data-panel="end"] table').first();
  await expect(scores.getByRole('columnheader', { name: 'Stations not built' })).toBeVisible();
  const column = (await scores.locator('thead th').allTextContents()).indexOf('Stations not built');
  const rows = scores.locator('tbody tr:not(.track)');
  await expect(rows.filter({ hasText: 'Blaise' }).locator('td').nth(column)).toHaveText('+9');
  await expect(rows.filter({ hasNotText: 'Blaise' }).locator('td').nth(column)).toHaveText('+6');
  await other.context().close();
});

test('the end names the borrowed tracks, and the replay shows when', { tag: '@wide' }, async ({ page }) => {
  const board = await saveExample(page, 'thistle_range');
  // Four good bots on so few passes nearly always build stations that borrow, but now and then nobody has to.
  const borrowed = page.locator('[data-borrowed]');
  for (let games = 0; games < 8; games += 1) {
    await page.goto(`/table/${await newFinishedGame(page, board, 4, 'hard')}`);
    await expect(page.locator('[data-panel="end"] h2')).toContainText(/Winner|Shared/);
    if ((await borrowed.count()) > 0) break;
  }
  const words = await borrowed.first().innerText();
  expect(words).toMatch(/ borrows by stations: \S.* – \S/);
  await clean(page, 'the end of a game with stations', 'svg.board');
  // Pressed, it draws the tracks in the colour of whoever borrows them.
  await borrowed.first().click();
  await expect(page.locator('.owned .trace:not(.inner)')).toHaveCount(words.split(' – ').length - 1);
  const standing = await page.locator('[data-station]').count();
  expect(standing).toBeGreaterThan(0);

  await page.goto(page.url().replace('/table/', '/replay/'));
  await page.getByRole('button', { name: 'First step' }).click();
  await expect(page.locator('[data-station]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Last step' }).click();
  await expect(page.locator('[data-station]')).toHaveCount(standing);
});
