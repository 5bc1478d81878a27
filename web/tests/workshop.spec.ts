/** The workshop: from a pasted board to a table with a friend, its replay and a revision. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { clean } from './axe';
import { Player, playToTheEnd } from './player';

const BOARDS = readFileSync('../docs/boards.md', 'utf8');
const LAKES = /```toml\n(\[board\]\nid = "lakes"[\s\S]*?)```/.exec(BOARDS)![1]!;

test('a pasted board is mended, saved, played with a friend, replayed and revised', async ({ page, browser }) => {
  await page.goto('/workshop');
  const file = page.locator('[data-workshop="file"]');
  await file.fill(LAKES.replace('x = 0.9', 'x = 1.9').replace('mill-shore ', 'mill-shoer '));
  await page.locator('[data-workshop="check"]').click();
  // Every mistake at once, each where it is.
  await expect(page.locator('[data-problem]')).toHaveCount(2);
  await expect(page.locator('[data-problem="places.shore.x"]')).toContainText('it goes from 0 to 1');
  await page.locator('[data-problem="places.shore.x"] button').click();
  expect(
    await file.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd)),
  ).toContain('shore = ');
  await clean(page, 'mistakes in a board file');

  await file.fill(LAKES.replace('name = "Lakes"', 'name = "<img src=x onerror=alert(1)> Lakes"'));
  await page.locator('[data-workshop="save"]').click();
  await expect(page).toHaveURL(/\/board\/own_[0-9a-f]{32}$/);
  const link = page.url();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<img src=x onerror=alert(1)> Lakes');
  await expect(page.locator('main img')).toHaveCount(0);
  await expect(page.locator('[data-track]')).toHaveCount(8, { timeout: 120_000 });

  await page.locator('[data-do="table"]').click();
  await expect(page.locator('[data-new="board"]')).toHaveValue(link.split('/').at(-1)!);
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

  await page.goto('/workshop');
  await page.locator('[data-design] button').first().click();
  await expect(file).toHaveValue(/\[board\]/);
  await file.fill((await file.inputValue()).replace('Birch', 'Alder'));
  await page.locator('[data-workshop="save"]').click();
  await expect(page).toHaveURL(/\/board\/own_/);
  expect(page.url()).not.toBe(link);
  await page.goto('/workshop');
  await expect(page.locator('[data-design]')).toHaveCount(1);
  await expect(page.locator('[data-design] .revisions li')).toHaveCount(2);

  // The old game keeps the board that it was played on.
  await page.goto(`/replay/${id}`);
  await expect(page.locator('[data-track]')).toHaveCount(8);
  await expect(page.locator('body')).toContainText('Birch');
  await other.context().close();
});
