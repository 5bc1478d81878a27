/** Complete games between two browsers through the real server. */
import { expect, test, type Browser } from '@playwright/test';
import { Player, playToTheEnd } from './player';

async function sitDown(browser: Browser, board: string): Promise<[Player, Player]> {
  const owner = await (await browser.newContext()).newPage();
  await owner.goto('/new');
  await owner.getByLabel('Your name').fill('Ada');
  await owner.locator('[data-new="board"]').selectOption(board);
  await owner.locator('[data-do="create"]').click();
  const invite = await owner.locator('[data-invite]').innerText();

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(invite);
  await guest.getByLabel('Your name').fill('Blaise');
  await guest.locator('[data-sit]').click();
  await expect(owner.getByText('Blaise')).toBeVisible();
  await owner.locator('[data-do="start"]').click();
  await expect(owner.locator('.room')).toBeVisible();
  await expect(guest.locator('.room')).toBeVisible();
  return [new Player(owner), new Player(guest)];
}

for (const board of ['usa', 'germany', 'nordic']) {
  test(`two people play ${board} from invitation to final scoring`, async ({ browser }) => {
    const players = await sitDown(browser, board);
    await playToTheEnd(players);
    for (const { page } of players) {
      const end = page.locator('[data-panel="end"]');
      await expect(end).toBeVisible();
      await expect(end.getByRole('heading', { level: 2 })).toContainText(/Winner|Shared victory/);
    }
    // Both see the same final scores, and the sums they saw counted up are the server's totals.
    const totals = (page: Player['page']): Promise<string[]> =>
      page.locator('[data-total]').evaluateAll((cells) => cells.map((cell) => `${(cell as HTMLElement).dataset.total}=${cell.textContent}`));
    const [first, second] = [await totals(players[0].page), await totals(players[1].page)];
    expect(first).toEqual(second);
    for (const cell of first) {
      const [total, shown] = cell.split('=');
      expect(shown).toBe(total);
    }
    for (const { page } of players) await page.context().close();
  });
}
