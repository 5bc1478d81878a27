/** The layout around the board: what is visible, what has the focus, and what assistive technology can do. */
import { expect, test, type Page } from '@playwright/test';
import { Player } from './player';
import { finishedGame, newTable, open } from './tables';

async function firstTurn(page: Page, board = 'usa'): Promise<void> {
  await open(page, await newTable(page, { board }));
  await new Player(page).reachTurn();
}

test('a click without a pointer opens a track', async ({ page }) => {
  await firstTurn(page);
  await page.locator('[data-track="denver-omaha:purple"]').dispatchEvent('click');
  await expect(page.locator('[data-panel="claim"]')).toContainText('Denver – Omaha');
});

test('the final scoring takes the focus, and Escape moves it to the button that reopens it', async ({ page }) => {
  await page.goto(`/table/${await finishedGame(page)}`);
  const end = page.locator('[data-panel="end"]');
  await expect(end).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(end).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Final scoring' })).toBeFocused();
});

test('animations can be switched on although the system reduces motion', async ({ page }) => {
  await firstTurn(page);
  const motion = (): Promise<string> =>
    page
      .locator('.hand li')
      .first()
      .evaluate((card) => getComputedStyle(card).transitionDuration);
  expect(await motion()).toBe('0s');
  await page.evaluate(() => localStorage.setItem('goldenspike.settings', '{"motion":"on"}'));
  await page.reload();
  await expect(page.locator('.hand li').first()).toBeVisible();
  expect(await motion()).toBe('0.2s');
});

test('a replay of Germany counts passengers and shows nobody as away', async ({ page }) => {
  await page.goto(`/replay/${await finishedGame(page, 'germany')}?step=20`);
  await expect(page.getByRole('table', { name: 'Passenger majorities' })).toBeVisible();
  await expect(page.locator('.presence')).toHaveCount(0);
});

test('refusals speak the language of the page', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('goldenspike.language', 'it'));
  await page.goto('/leaderboard/nowhere');
  await expect(page.getByRole('alert')).toHaveText('Questo tabellone non esiste.');
  await page.goto('/new');
  await page.locator('[data-do="create"]').click();
  await page.waitForURL(/\/table\//);
  await page.goto(page.url().replace('/table/', '/replay/'));
  await expect(page.getByRole('alert')).toHaveText('La partita non è ancora iniziata.');
});

test('a new table is on the board of its address', async ({ page }) => {
  await page.goto('/new?board=germany');
  await expect(page.locator('[data-new="board"]')).toHaveValue('germany');
  await expect(page.locator('[data-do="create"]')).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the list of routes says why it is empty', async ({ page }) => {
  await open(page, await newTable(page));
  const list = page.locator('[data-tray="routes"]');
  await list.locator('summary').click();
  await expect(list).toContainText('Finish what you have begun first.');
  await page.getByLabel('Find a route').fill('Atlantis');
  await expect(list).toContainText('No route has this name.');
});

test('a mix of tickets begins with some of both', async ({ page }) => {
  await open(page, await newTable(page, { board: 'germany' }));
  await expect(page.locator('[data-do="mix"]').filter({ hasText: '2 short + 2 long' })).toBeFocused();
});

test('an upright tablet has hand, market and tickets below a wide board, and no empty bands', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await open(page, await newTable(page));
  const gap = await page.evaluate(
    () =>
      document.querySelector('.window')!.clientHeight -
      document.querySelector('svg.board')!.getBoundingClientRect().height,
  );
  expect(gap).toBeLessThan(20);
  // Tickets are chosen with the hand in sight.
  await expect(page.locator('.held')).toBeInViewport();
  await page.locator('[data-do="keep-all"]').click();
  await expect(page.locator('.room[data-phase="turn"][data-mine="yes"]')).toBeVisible();
  for (const part of ['.hand li', '[data-draw="deck"]', '.ticket'])
    await expect(page.locator(part).first()).toBeInViewport();
});

test('the first game is taught beside the board, not over it', async ({ page }) => {
  await page.goto('/learn');
  await page.locator('[data-do="learn"]').click();
  const coach = await page.locator('.coach').boundingBox();
  const board = await page.locator('.window').boundingBox();
  expect(coach!.y + coach!.height).toBeLessThanOrEqual(board!.y + 0.5);
});

test('a keyboard player keeps the focus from move to move', async ({ page }) => {
  await open(page, await newTable(page));
  await expect(page.locator('[data-panel="keep"] input').first()).toBeFocused();
  await page.locator('[data-do="keep-all"]').press('Enter');
  await expect(page.locator('.room[data-phase="turn"][data-mine="yes"]')).toBeVisible();
  await expect(page.locator('.track[tabindex="0"]')).toBeFocused();
  const deck = page.locator('[data-draw="deck"]');
  await deck.press('Enter');
  await expect(page.locator('.room[data-phase="second_card"][data-mine="yes"]')).toBeVisible();
  await expect(deck).toBeFocused();
  await deck.press('Enter');
  await expect(page.locator('.room[data-phase="turn"][data-mine="yes"]')).toBeVisible();
  await expect(deck).toBeFocused();
  // A track that can be claimed begins at its payment, not at the button that closes it.
  const track = page.locator('.track.claimable').first();
  const id = await track.getAttribute('data-track');
  await track.press('Enter');
  await expect(page.locator('[data-panel="claim"] input:checked')).toBeFocused();
  await page.locator('[data-do="claim"]').press('Enter');
  await expect(page.locator(`.track.taken[data-track="${id}"]`)).toBeFocused();
});
