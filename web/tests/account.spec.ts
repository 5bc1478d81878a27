/** Accounts: password, recovery codes, other devices; and games that wait. */
import { expect, test } from '@playwright/test';
import { newTable } from './tables';

test('an account changes its password, gets recovery codes, and comes back with one', async ({ page }) => {
  const name = `Care ${Date.now()}`;
  await page.goto('/account');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill('the first one');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(`Signed in as ${name}`)).toBeVisible();

  const change = page.locator('form', { hasText: 'New password' });
  await change.getByLabel('Password', { exact: true }).fill('the first one');
  await change.getByLabel('New password').fill('the second one');
  await change.getByRole('button').click();
  await expect(page.getByRole('status')).toContainText('The password is changed');

  const recovery = page.locator('form', { hasText: 'Recovery codes' });
  await recovery.getByLabel('Password').fill('the second one');
  await recovery.getByRole('button').click();
  const shown = page.locator('[data-codes] code');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByLabel('I forgot my password').check();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Recovery code', { exact: true }).fill(codes[0]!);
  await page.getByLabel('New password').fill('the third one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(`Signed in as ${name}`)).toBeVisible();

  await page.getByText('Delete my account').first().click();
  const farewell = page.locator('details form');
  await farewell.getByLabel('Password').fill('the third one');
  await farewell.getByRole('button').click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('games that wait are counted in the title and the header', async ({ page }) => {
  await newTable(page);
  await page.goto('/rules');
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(page.locator('nav .badge')).toHaveText('1');
});
