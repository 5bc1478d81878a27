/** Complete games between two browsers through the real server. */
import { expect, test, type Browser, type Page } from '@playwright/test';
import { Player, playToTheEnd } from './player';

/** A name that no account has: the server may have accounts of an earlier run. */
const unheard = (name: string): string => `${name}-${Date.now().toString(36)}`;

async function makeAccount(page: Page, name: string): Promise<void> {
  await page.goto('/account');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill('a long secret');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(name)).toBeVisible();
  await expect(page.getByText(/Signed in as/)).toBeVisible();
}

async function sitDown(
  browser: Browser,
  board: string,
  { rated = false, guestFirst = false } = {},
): Promise<[Player, Player]> {
  const owner = await (await browser.newContext()).newPage();
  if (rated) await makeAccount(owner, unheard('Ada'));
  await owner.goto('/new');
  await owner.getByLabel('Your name').fill('Ada');
  await owner.locator('[data-new="board"]').selectOption(board);
  if (guestFirst) await owner.locator('[data-new="first"]').selectOption('1');
  await owner.locator('[data-do="create"]').click();
  const invite = await owner.locator('[data-invite]').innerText();

  const guest = await (await browser.newContext()).newPage();
  if (rated) await makeAccount(guest, unheard('Blaise'));
  await guest.goto(invite);
  await guest.getByLabel('Your name').fill('Blaise');
  await guest.locator('[data-sit]').click();
  await expect(owner.getByText('Blaise')).toBeVisible();
  await owner.locator('[data-do="start"]').click();
  await expect(owner.locator('.room')).toBeVisible();
  await expect(guest.locator('.room')).toBeVisible();
  return [new Player(owner), new Player(guest)];
}

test('a track looked at before the turn is claimed when the turn comes', async ({ browser }) => {
  const [{ page: ada }, { page: blaise }] = await sitDown(browser, 'usa', { guestFirst: true });
  for (const page of [blaise, ada]) await page.locator('[data-do="keep-all"]').click();
  await expect(blaise.locator('.room[data-phase="turn"][data-mine="yes"]')).toBeVisible();
  // One card of any colour pays for it, so whatever was dealt is enough.
  const track = ada.locator('[data-track="dallas-houston:gray"]');
  await track.locator('.plate').first().click({ force: true });
  await expect(ada.locator('[data-panel="claim"]')).toContainText('Not your turn yet.');
  for (const phase of ['second_card', 'turn']) {
    await blaise.locator('[data-draw="deck"]').click();
    await expect(blaise.locator(`.room[data-phase="${phase}"]`)).toBeVisible();
  }
  await expect(ada.getByRole('radio').first()).toBeChecked();
  await expect(ada.locator('[data-do="claim"]')).toBeEnabled();
  await ada.getByRole('radio').last().check();
  await ada.locator('[data-do="claim"]').click();
  await expect(track).toHaveClass(/taken/);
  for (const page of [ada, blaise]) await page.context().close();
});

test('first tickets are chosen before the turn, and shown when it comes', async ({ browser }) => {
  const [{ page: ada }, { page: blaise }] = await sitDown(browser, 'usa', { guestFirst: true });
  await ada.locator('[data-do="keep-all"]').click();
  await expect(ada.locator('[data-panel="keep"]')).toHaveCount(0);
  await expect(ada.locator('.room[data-mine="yes"]')).toHaveCount(0);
  await expect(ada.locator('.room[data-phase="keep"]')).toBeVisible();
  // Also a page that is opened again knows that the choice is made.
  await ada.reload();
  await expect(ada.locator('.room[data-phase="keep"]')).toBeVisible();
  await expect(ada.locator('[data-panel="keep"]')).toHaveCount(0);
  await blaise.locator('[data-do="keep-all"]').click();
  for (const page of [ada, blaise]) await expect(page.locator('.room[data-phase="turn"]')).toBeVisible();
  for (const page of [ada, blaise]) await page.context().close();
});

// The other boards have ends of games elsewhere: USA by keyboard, Nordic by touch.
for (const board of ['usa', 'germany', 'nordic']) {
  const rated = board === 'germany';
  const tag = rated ? [] : ['@wide'];
  test(`two people play ${board} from invitation to final scoring`, { tag }, async ({ browser }) => {
    const players = await sitDown(browser, board, { rated, guestFirst: rated });
    if (rated) await expect(players[1].page.locator('.room[data-mine="yes"]')).toBeVisible();
    await playToTheEnd(players);
    for (const { page } of players) {
      const end = page.locator('[data-panel="end"]');
      await expect(end).toBeVisible();
      await expect(end.getByRole('heading', { level: 2 })).toContainText(/Winner|You win|Shared victory/);
      await expect(end.locator('[data-deal="fair"]')).toBeVisible();
    }
    // Both see the same final scores, and the sums they saw counted up are the server's totals.
    const totals = (page: Player['page']): Promise<string[]> =>
      page
        .locator('[data-total]')
        .evaluateAll((cells) => cells.map((cell) => `${(cell as HTMLElement).dataset.total}=${cell.textContent}`));
    const [first, second] = [await totals(players[0].page), await totals(players[1].page)];
    expect(first).toEqual(second);
    for (const cell of first) {
      const [total, shown] = cell.split('=');
      expect(shown?.replace('−', '-')).toBe(total);
    }
    if (rated) {
      // A game between accounts is rated: told at the end, and on the leaderboard to everyone.
      await expect(players[0].page.locator('[data-panel="end"]')).toContainText(/Rating 1500 → \d/);
      await players[0].page.goto('/leaderboard/germany');
      await expect(players[0].page.locator('tr[data-place]').nth(1)).toBeVisible();
      await expect(players[0].page.locator('tr.mine')).toContainText('Ada-');
      await expect(players[0].page.locator('.you')).toContainText(/Your rating: −?\d.* \(place \d+\)/);
    }
    for (const { page } of players) await page.context().close();
  });
}
