/** What just happened, tickets on the map, and quiet help: seen on the board and in words. */
import { expect, test, type Page } from '@playwright/test';
import { Player } from './player';
import { finishedGame, newTable, open } from './tables';

async function atTurn(page: Page, wish: Parameters<typeof newTable>[1] = {}): Promise<Player> {
  await open(page, await newTable(page, wish));
  const player = new Player(page);
  await player.reachTurn();
  return player;
}

test('tickets held stay in sight while new ones are chosen', async ({ page }) => {
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, await newTable(page));
    await page.locator('[data-do="keep-all"]').click();
    await expect(page.locator('.room[data-phase="turn"][data-mine="yes"]')).toBeVisible();
    if (width === 390) await page.locator('#tab-tickets').click();
    await page.locator('[data-do="tickets"]').click();
    await expect(page.locator('[data-panel="keep"] input').first()).toBeVisible();
    await expect(page.locator('.held-tickets .ticket')).toHaveCount(3);
  }
});

test('a ticket lights both ends when it is hovered or focused, and says what it needs', async ({ page }) => {
  await atTurn(page);
  const ticket = page.locator('.tickets .show').first();
  await ticket.hover();
  await expect(page.locator('.place.marked')).toHaveCount(2);
  await expect(ticket).toContainText(/\d+ more space/);
  await page.locator('[data-do="help"]').hover();
  await expect(page.locator('.place.marked')).toHaveCount(0);
  await page.locator('.rail summary').first().focus();
  await page.keyboard.press('Tab');
  await expect(ticket).toBeFocused();
  await expect(page.locator('.place.marked')).toHaveCount(2);
});

test('a taken route says whose it is and what it brought; a card says what it is good for', async ({ page }) => {
  const player = await atTurn(page);
  let claim = '';
  while (!claim.startsWith('claim')) claim = await player.act();
  const id = claim.slice('claim '.length);
  await expect(page.locator(`[data-track="${id}"]`)).toHaveClass(/taken/);
  const panel = page.locator('[data-panel="claim"]');
  await expect(async () => {
    // A click so soon after the pointer's is taken for the same one.
    await page.locator(`[data-track="${id}"]`).dispatchEvent('click');
    await expect(panel.locator('[data-owner="0"]')).toContainText('yours', { timeout: 1000 });
  }).toPass();
  await expect(panel).toContainText(/\d+ points?/);
  await expect(panel.locator('[data-do="claim"]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await player.reachTurn();
  const card = page.locator('[data-card]').first();
  await card.click();
  await expect(page.locator('.answer')).toContainText(/free routes take it/);
  await card.click();
  await expect(page.locator('.answer')).toHaveCount(0);
});

test('the pointer over a route says what it is', async ({ page }) => {
  await atTurn(page);
  await page.locator('[data-track="denver-omaha:purple"] .plate').nth(1).hover({ force: true });
  await expect(page.locator('.tip')).toContainText('Denver – Omaha');
  await expect(page.locator('.tip')).toContainText('4 spaces · purple · 7 points');
});

test('everything since the last turn is told beside the board, in words that say "You" of oneself', async ({
  page,
}) => {
  const player = await atTurn(page, { bots: 4 });
  await player.act();
  await player.reachTurn();
  const recent = page.locator('[data-tray="recent"]');
  await expect(recent).toContainText('Since your last turn');
  // Four bots, one turn each at least; the draws of two cards are two moves.
  expect(await recent.locator('li').count()).toBeGreaterThanOrEqual(4);
  const [tray, board] = [(await recent.boundingBox())!, (await page.locator('svg.board').boundingBox())!];
  expect(tray.x).toBeGreaterThanOrEqual(board.x + board.width - 1);
  await page.locator('.rail summary', { hasText: 'Log' }).click();
  await expect(page.locator('.log')).toContainText(/You (draw|take|claim|keep)/);
});

test('who comes back is told of the moves that a bot made for them', async ({ page }) => {
  // The shortest clock there is runs out, for the first tickets as for every turn.
  await page.goto(`/table/${await newTable(page, { clock: 5, absent: 'bot', pace: 600 })}`);
  const recent = page.locator('[data-tray="recent"]');
  await expect(recent).toContainText('(a bot, standing in)', { timeout: 60_000 });
  await page.reload();
  await expect(recent).toContainText(/While you were away a bot made \d+ moves? for you\./);
  await expect(recent).toContainText(/You (draw|take|claim).*\(a bot, standing in\)/);
});

test('help is at the table: points, rules of this board, and mute', async ({ page }) => {
  await atTurn(page, { board: 'nordic' });
  await page.locator('[data-do="help"]').click();
  const help = page.locator('[data-panel="help"]');
  await expect(help.getByRole('table', { name: 'Points for routes' })).toContainText('27');
  await expect(help).toContainText('Rules: Nordic');
  await help.locator('[data-do="mute"]').click();
  expect(await page.evaluate(() => localStorage.getItem('goldenspike.settings'))).toContain('"muted":true');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(page.locator('.room')).toBeVisible();
});

test('the end turns tickets one by one, can be skipped, and stands still where motion is not wanted', async ({
  page,
}) => {
  const id = await finishedGame(page, 'germany', 3);
  // Without motion everything is there at once, and nothing moves.
  await page.goto(`/table/${id}`);
  await expect(page.locator('[data-panel="end"] h2')).toContainText(/Winner|Shared/);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.evaluate(() => localStorage.setItem('goldenspike.settings', '{"motion":"on"}'));
  await page.reload();
  await expect(page.locator('[data-panel="end"] h2')).toHaveText('Final scoring');
  const tickets = page.locator('[data-panel="end"] section .ticket');
  await expect.poll(() => tickets.count()).toBeGreaterThan(0);
  const few = await tickets.count();
  await expect.poll(() => tickets.count()).toBeGreaterThan(few);
  await page.locator('[data-do="skip"]').click();
  await expect(page.locator('[data-panel="end"] h2')).toContainText(/Winner|Shared/);
  const totals = await page
    .locator('[data-total]')
    .evaluateAll((cells) => cells.map((cell) => [(cell as HTMLElement).dataset.total, cell.textContent]));
  for (const [total, shown] of totals) expect(shown?.trim().replace('−', '-')).toBe(total);
  // Rematch or replay from here.
  await page.getByRole('link', { name: 'Replay' }).click();
  await expect(page.locator('.replay')).toBeVisible();
});

test('where motion is not wanted a claim is there at once, and nothing moves', async ({ page }) => {
  const player = await atTurn(page);
  let claim = '';
  while (!claim.startsWith('claim')) claim = await player.act();
  await expect(page.locator(`[data-track="${claim.slice('claim '.length)}"]`)).toHaveClass(/taken/);
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((each) => Number(each.effect?.getComputedTiming().duration) > 10)
      .map((each) => (each as CSSAnimation).animationName ?? 'transition'),
  );
  expect(moving).toEqual([]);
});

test('my games say who played, the points and the day', async ({ page }) => {
  await open(page, await newTable(page));
  await page.goto('/games');
  await expect(page.locator('[data-table]')).toContainText('Ada');
  await expect(page.locator('[data-table]')).toContainText(/20\d\d/);
});
