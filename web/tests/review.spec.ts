/** The review of a finished game in its replay, going on from one of its steps, and ideas while playing. */
import { expect, test } from '@playwright/test';
import { clean } from './axe';
import { Player } from './player';
import { finishedGame, newFinishedGame, newTable, open } from './tables';

test('a review shows its graph first, then mistakes with better ideas, on a phone too', async ({ page }) => {
  const id = await newFinishedGame(page);
  await page.goto(`/replay/${id}?step=20`);
  await page.getByRole('tab', { name: 'Review' }).click();
  await expect(page).toHaveURL(/tab=review/);
  const tab = page.locator('[data-review]');
  await page.locator('[data-do="review"]').click();
  // The graph comes before the decisions are judged. Reviews give way to everything else on the machine.
  await expect(tab.locator('.graph polyline').first()).toBeVisible({ timeout: 60_000 });
  await expect(tab.getByRole('progressbar').or(tab.locator('.decision'))).toBeVisible();
  await expect(tab).toHaveAttribute('data-review', 'done', { timeout: 120_000 });
  const replay = page.locator('.replay');

  // The graph scrubs: a click in its middle shows the middle of the game.
  const graph = (await tab.locator('.graph svg').boundingBox())!;
  await page.mouse.click(graph.x + graph.width / 2, graph.y + graph.height / 2);
  const total = Number(await tab.locator('input[type="range"]').getAttribute('max'));
  expect(Math.abs(Number(await replay.getAttribute('data-step')) - total / 2)).toBeLessThanOrEqual(2);
  // So do keys.
  await tab.locator('input[type="range"]').focus();
  await page.keyboard.press('Home');
  await expect(replay).toHaveAttribute('data-step', '0');
  await expect(tab.locator('.decision')).toContainText('After the deal');

  // Easy bots make mistakes: the first one, with what would have been better.
  await page.locator('[data-do="next-mark"]').click();
  const step = Number(await replay.getAttribute('data-step'));
  expect(step).toBeGreaterThan(0);
  await expect(tab.locator('.decision')).toContainText('Better:');
  await expect(tab.locator('.decision li').first()).not.toBeEmpty();
  await expect(tab.locator('[aria-current="step"]')).toContainText(String(step));
  // A better idea that is a claim is traced on the board.
  const claims = tab.locator('.marks .line');
  let traced = false;
  for (let n = 0; n < (await claims.count()) && !traced; n += 1) {
    await claims.nth(n).click();
    if (/Better: claim/.test(await tab.locator('.decision').innerText())) {
      await expect(page.locator('svg.board .trace').first()).toBeAttached();
      traced = true;
    }
  }
  expect(traced).toBe(true);
  await expect(tab.getByRole('row', { name: /Accuracy/ })).toBeVisible();
  await expect(tab).toContainText('Blunder from 10 %'.toLowerCase());
  await clean(page, 'review', 'svg.board');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(tab).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await clean(page, 'review on a phone', 'svg.board');

  // It is stored: another visit has it at once, in other languages too.
  await page.evaluate(() => localStorage.setItem('goldenspike.language', 'ko'));
  await page.reload();
  await expect(page.locator('[data-review="done"] .decision')).toBeVisible();
  await expect(page.locator('[data-review="done"]')).toContainText('정확도');
});

test('a replay is gone on from, as the player to move knew it, by a link', async ({ page }) => {
  const id = await finishedGame(page, 'nordic');
  await page.goto(`/replay/${id}?step=30`);
  await page.locator('[data-do="what-if"]').click();
  const dialog = page.locator('[data-panel="what-if"]');
  await expect(dialog).toContainText('step 30');
  await clean(page, 'what if', 'svg.board');
  // Its address is a link to it; closing it leads back to the step.
  const link = page.url();
  expect(link).toContain('what_if');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/step=30$/);
  await page.goto(link);
  await page.getByRole('combobox', { name: 'Difficulty' }).selectOption('easy');
  await page.locator('[data-do="begin-what-if"]').click();
  await expect(page.locator('.room[data-mine="yes"]')).toBeVisible();
  await expect(page.locator('.track.taken').first()).toBeAttached();
  // At its end the game is over, and nothing goes on from there.
  await page.goto(`/replay/${id}?step=100000`);
  await expect(page.locator('[data-do="what-if"]')).toBeDisabled();
});

test('an idea against bots is shown on the board, and goes with the turn; with people there is none', async ({
  page,
}) => {
  await open(page, await newTable(page));
  const panel = page.locator('[data-panel="idea"]');
  // Where the code of ideas has to be compiled first, the server asks for patience.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await page.locator('[data-do="idea"]').click();
    await expect(panel.locator('.what')).toContainText('eep', { timeout: 75_000 });
  }).toPass({ timeout: 300_000 });
  await clean(page, 'an idea', 'svg.board');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await new Player(page).reachTurn();
  await page.locator('[data-do="idea"]').click();
  await expect(panel.locator('.what')).not.toBeEmpty({ timeout: 60_000 });
  await page.locator('.deck.take').first().click();
  await expect(panel).toHaveCount(0);
  await page.goto(`/table/${await newTable(page, { bots: 1, others: ['Bea'] })}`);
  await page.getByRole('button', { name: /show my hand/ }).click();
  await expect(page.locator('.room[data-mine="yes"]')).toBeVisible();
  await expect(page.locator('[data-do="help"]')).toBeVisible();
  await expect(page.locator('[data-do="idea"]')).toHaveCount(0);
});
