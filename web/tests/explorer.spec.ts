/** Looking up which first tickets to keep. */
import { expect, test } from '@playwright/test';
import { clean } from './axe';

test('what was offered is chosen, and all that may be kept is ranked, with intervals', async ({ page }) => {
  await page.goto('/explorer/usa');
  for (const ticket of ['boston-miami', 'denver-el_paso', 'new_york-seattle'])
    await page.locator(`[data-ticket="${ticket}"]`).press('Space');
  await expect(page.locator('[data-chosen="3"]')).toBeVisible();
  const rows = page.locator('table tbody tr');
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText(/\d+ %.*\d+ % – \d+ %.*\d+ ± \d+/);
  // Nothing more can be chosen, and the address is a link to the offer.
  await expect(page.locator('[data-ticket="helena-los_angeles"]')).toBeDisabled();
  await expect(page).toHaveURL(/tickets=boston-miami,denver-el_paso,new_york-seattle/);
  await clean(page, 'first tickets');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(rows).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('goldenspike.language', 'it'));
  await page.goto('/explorer/germany');
  await expect(page.locator('h1')).toContainText('I primi biglietti');
  await expect(page.locator('[data-ticket]')).toHaveCount(89);
});
