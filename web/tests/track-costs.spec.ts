/** A board whose tracks cost tolls, more trains, and bring more points: shown where a player decides. */
import { expect, test } from '@playwright/test';
import { saveExample } from './tables';

test('tolls and tokens are on the board, at the players and in the panel of a claim', async ({ page, browser }) => {
  await saveExample(page, 'salt_harbour');
  await expect(page.locator('[data-costs]')).toHaveCount(19);
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
