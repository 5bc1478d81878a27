/** What the editor has for boards beyond the printed ones: companies, shares, shared tracks, tours, several values. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { clean } from './axe';
import { SERVE } from '../playwright.config';
import { BoardMaker } from './board-maker';

const COMMAND = SERVE.split(' ')[0]!;
const LAKES = /```toml\n(\[board\]\nid = "lakes"[^]*?)```/.exec(readFileSync('../docs/boards.md', 'utf8'))![1]!;

test('companies, shares, a shared track, a tour and several values are made, checked and published', async ({
  page,
}) => {
  await page.goto('/workshop/editor');
  const file = { name: 'lakes.toml', mimeType: 'text/plain', buffer: Buffer.from(LAKES) };
  await page.locator('[data-begin="file"]').setInputFiles(file);
  const maker = new BoardMaker(page);
  const undo = page.locator('[data-do="undo"]');
  await expect(maker.check()).toHaveAttribute('data-check', 'good', { timeout: 60_000 });

  // A company by keyboard: the name is selected, and typed over in one step of undo.
  await maker.tab('rules');
  await page.locator('[data-do="add-companies"]').press('Enter');
  await expect(page.locator('[data-field="companies.company_1.name"]')).toBeFocused();
  await page.keyboard.type('North Line');
  const company = page.locator('[data-row="companies.north_line"]');
  await expect(company).toHaveText('North Line');
  await undo.click();
  await expect(page.locator('[data-row="companies.company_1"]')).toBeVisible();
  await page.locator('[data-do="redo"]').click();
  await page.locator('[data-field="companies.north_line.shares"]').fill('3');
  await page.locator('[data-field="companies.north_line.points"]').first().fill('9');

  // No track gives shares yet, which is said there, and the list of mistakes leads there.
  await company.click();
  await page.locator('[data-mistake="companies.north_line"] button').click({ timeout: 60_000 });
  await expect(company).toBeFocused();
  await expect(page.locator('[data-parts="companies"] [data-problem]')).toContainText('no track');

  await maker.tab('tracks');
  await page.locator('[data-row="birch-pines"]').click();
  await page.locator('[data-company="north_line"]').check();
  await page.locator('[data-field="shared"]').check();
  await clean(page, 'a track in the editor');

  // A ticket with one more end is a tour, and its suggested points follow.
  await maker.tab('tickets');
  await page.locator('[data-row="birch-shore"] .item').click();
  await page.locator('[data-field="add-end"]').selectOption('mill');
  const tour = page.locator('[data-row="birch-shore-mill"]');
  await expect(tour).toContainText('Birch – Shore – Mill');
  await clean(page, 'a ticket in the editor');
  // Or each end has points of its own.
  await page.locator('[data-field="values"]').check();
  await expect(page.locator('[data-row="birch"]')).toContainText('Birch – Shore / Mill');
  await page.locator('[data-field="end-points"]').last().fill('17');
  await clean(page, 'a ticket with several values in the editor');
  await expect(maker.check()).toHaveAttribute('data-check', 'good', { timeout: 60_000 });

  const waiting = page.waitForEvent('download');
  await page.locator('[data-do="download"]').click();
  const path = await (await waiting).path();
  expect(execFileSync(COMMAND, ['board', 'check', path]).toString()).not.toContain('problem');
  const written = readFileSync(path, 'utf8');
  expect(written).toContain('[companies.north_line]\nname = "North Line"\nshares = 3\npoints = [9, 4]');
  expect(written).toContain('"birch-pines:green" = { length = 4, shares = ["north_line"], shared = true }');
  expect(written).toMatch(/birch = \{ shore = \d, mill = 17 \}/);

  await page.locator('[data-do="publish"]').click();
  await expect(page).toHaveURL(/\/board\/own_[0-9a-f]{32}$/);
  await expect(page.locator('[data-track]')).toHaveCount(8, { timeout: 200_000 });
});
