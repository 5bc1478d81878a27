/** A board whose tickets have several values: on the cards, on the map, in the help, and at the end. */
import { expect, test } from '@playwright/test';
import { clean } from './axe';
import { newFinishedGame, newTable, open, saveExample } from './tables';

/** Salt Harbour for two, with few trains and such tickets alone. */
const onlyValues = (file: string): string =>
  file
    .replace(/^most = 4$/m, 'most = 2')
    .replace(/^colours = .*$/m, 'colours = ["blue", "red"]')
    .replace(/^trains = \d+$/m, 'trains = 12')
    .replace('first = { draw = 3, keep = 2', 'first = { draw = 1, keep = 1')
    .replace(
      /\[tickets\.main\][^[]*/,
      '[tickets.main]\npilot_isle = { old_quay = 5, ropewalk = 8, chapel = 10 }\n' +
        'old_quay = { pilot_isle = 5, custom = 3, new_quay = 6 }\n\n',
    );

test('the card has the points of each end, and the map marks them all', async ({ page }) => {
  const board = await saveExample(page, 'salt_harbour', onlyValues);
  await open(page, await newTable(page, { board }));
  const panel = page.locator('[data-panel="keep"]');
  await expect(panel.locator('.ticket .choice')).toHaveCount(3);
  const words = (await panel.locator('.ticket').innerText()).replace(/\s+/g, ' ');
  expect(words).toMatch(/Pilot Isle.*Chapel Hill.*10.*Old Quay.*5.*Ropewalk.*8|Old Quay.*Custom House.*3.*New Quay.*6/);
  await expect(panel.getByRole('checkbox')).toHaveAccessibleName(/ – .* \/ .* \/ .*, \d to \d+ points/);
  await clean(page, 'a ticket with several values');
  await page.locator('[data-do="keep-all"]').click();
  await expect(panel).toHaveCount(0);
  await expect(page.locator('.marks .mark')).toHaveCount(4);
  await page.locator('.tickets .show').click();
  await expect(page.locator('.tickets .state')).toContainText(/\d/);
  await page.locator('[data-do="help"]').click();
  await expect(page.locator('[data-ticket-rules]')).toContainText('each with points of its own');
});

test('the end shows which end was reached, and what it scored', async ({ page }) => {
  const board = await saveExample(page, 'salt_harbour', onlyValues);
  // Good bots nearly always make one of so near ends.
  const made = page.locator('[data-panel="end"] .seats .ticket.made');
  for (let games = 0; games < 6; games += 1) {
    await page.goto(`/table/${await newFinishedGame(page, board, 2, 'hard')}`);
    await expect(page.locator('[data-panel="end"] h2')).toContainText(/Winner|Shared/);
    await expect(page.locator('[data-panel="end"] .seats .ticket').first()).toBeVisible();
    if ((await made.count()) > 0) break;
  }
  const reached = made.first().locator('.choice.reached .value');
  await expect(reached).toHaveCount(1);
  await expect(made.first().locator('.worth')).toContainText(await reached.innerText());
  await clean(page, 'the end of a game with several values', 'svg.board');
});
