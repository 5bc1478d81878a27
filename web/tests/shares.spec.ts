/** A board with companies: a share comes with a track, is chosen where there are several, and counts at the end. */
import { expect, test } from '@playwright/test';
import { clean } from './axe';
import { Player } from './player';
import { newFinishedGame, newTable, open, saveExample } from './tables';

/** Lantern City where every street with shares gives a choice, so that every game has one. */
function choices(file: string): string {
  return file.replaceAll(/shares = \["\w+"\]/g, 'shares = ["gaslight", "river_trams"]');
}

test('a share is chosen after a claim, and held in sight of all', async ({ page }) => {
  await open(page, await newTable(page, { board: await saveExample(page, 'lantern_city', choices) }));
  await new Player(page).reachShare();
  const panel = page.locator('[data-panel="share"]');
  await expect(panel).toContainText('Take a share');
  await clean(page, 'the choice of a share', 'svg.board');
  const choice = panel.locator('[data-do="share"]').first();
  const [, company, had] = /^.\s+(.+?)\s+yours: (\d+)/s.exec(await choice.innerText())!;
  await choice.click();
  await expect(panel).toHaveCount(0);
  await page.locator('summary', { hasText: 'Shares' }).click();
  const row = page.locator('[data-shares]').getByRole('row', { name: company });
  await expect(row.locator('td').first()).toHaveText(new RegExp(`^${Number(had) + 1}`));
  await page.locator('.rail summary', { hasText: 'Log' }).click();
  await expect(page.locator('.log')).toContainText(company!);
});

test('the end says what shares score, and the replay who had them when', { tag: '@wide' }, async ({ page }) => {
  const board = await saveExample(page, 'lantern_city');
  await page.goto(`/table/${await newFinishedGame(page, board, 4, 'normal')}`);
  const end = page.locator('[data-panel="end"]');
  await expect(end.locator('h2').first()).toContainText(/Winner|Shared/);
  await expect(end.locator('[data-shares] small').first()).toHaveText(/^\+\d+$/);
  await clean(page, 'the end of a game with shares', 'svg.board');

  await page.goto(page.url().replace('/table/', '/replay/'));
  await page.getByRole('button', { name: 'First step' }).click();
  const counts = page.locator('[data-shares] tbody td:not(.left)');
  await expect(counts.first()).toHaveText('0');
  expect(new Set(await counts.allInnerTexts())).toEqual(new Set(['0']));
});
