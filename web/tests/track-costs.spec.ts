/** A board whose tracks cost tolls, more trains, and bring more points: shown where a player decides. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const HARBOUR = readFileSync('../examples/boards/salt_harbour.toml', 'utf8');

test('tolls and tokens are on the board, at the players and in the panel of a claim', async ({ page, browser }) => {
  await page.goto('/workshop');
  await page.locator('[data-workshop="file"]').fill(HARBOUR);
  await page.locator('[data-workshop="save"]').click();
  await expect(page).toHaveURL(/\/board\/own_/);
  await expect(page.locator('[data-costs]')).toHaveCount(19, { timeout: 120_000 });
  await page.locator('[data-do="table"]').click();
  await page.locator('[data-do="create"]').click();
  await expect(page).toHaveURL(/\/table\//);
  const other = await (await browser.newContext()).newPage();
  await other.goto(await page.locator('[data-invite]').innerText());
  await other.getByLabel('Your name').fill('Blaise');
  await other.locator('[data-sit]').click();
  await page.locator('[data-do="start"]').click();
  await expect(page.locator('.room')).toBeVisible();
  await expect(page.locator('[data-costs="fish_dock-pilot_isle:blue"]')).toContainText('3');
  await expect(page.locator('[data-seat="0"]').getByText('tokens')).toBeVisible();
  await expect(page.locator('[data-track="fish_dock-pilot_isle:blue"]')).toHaveAttribute('aria-label', /toll: 3/);
});
