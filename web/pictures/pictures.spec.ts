/** Screenshots of games in play, for the documentation and for review. */
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { Player, playToTheEnd } from '../tests/player';
import { BoardMaker } from '../tests/board-maker';
import { finishedGame, newFinishedGame, newTable, open } from '../tests/tables';

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));
mkdirSync(FOLDER, { recursive: true });
/** What messengers show for a link to a table: served with the client. */
const PREVIEWS = fileURLToPath(new URL('../public/previews/', import.meta.url));
mkdirSync(PREVIEWS, { recursive: true });
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

interface Look {
  size?: { width: number; height: number };
  theme?: string;
  language?: string;
}

async function fresh(browser: Browser, { size = DESKTOP, theme = 'light', language = 'en' }: Look = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: size,
    hasTouch: size.width < 500,
    isMobile: size.width < 500,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript(
    ([language, theme]) => {
      localStorage.setItem('goldenspike.language', language!);
      localStorage.setItem('goldenspike.settings', JSON.stringify({ theme }));
    },
    [language, theme],
  );
  await page.goto('/settings');
  return page;
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.mouse.move(2, 2);
  // Players who are played by a script leave the focus on a track, whose tip would cover its places.
  await page.evaluate(() => (document.activeElement as SVGElement | null)?.blur());
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${FOLDER}${name}.png` });
}

/** A player who claims only short tunnels, with a hand that can pay the extra cards. */
class Digger extends Player {
  protected override readonly tunnelsOnly = true;
}

/** Play until something is visible, or until a number of decisions. */
async function until(page: Page, decisions: number, seen?: string, player = new Player(page)): Promise<boolean> {
  for (let i = 0; i < decisions; i += 1) {
    await expect(page.locator('.room[data-mine="yes"], .room[data-phase="over"]')).toBeVisible();
    if (seen && (await page.locator(seen).count()) > 0) return true;
    if ((await player.state()).phase === 'over') return false;
    await player.act();
  }
  await expect(page.locator('.room[data-mine="yes"], .room[data-phase="over"]')).toBeVisible();
  return !seen;
}

test('start page', async ({ browser }) => {
  const page = await fresh(browser);
  await page.goto('/');
  await expect(page.locator('[data-play]').first()).toBeVisible();
  await shoot(page, 'start');
  const phone = await fresh(browser, { size: PHONE, language: 'ko', theme: 'dark' });
  await phone.goto('/');
  await expect(phone.locator('[data-play]').first()).toBeVisible();
  await shoot(phone, 'start-phone-dark-korean');
  const rules = await fresh(browser, { language: 'zh-Hant' });
  await rules.goto('/rules/nordic');
  await expect(rules.locator('h2').first()).toBeVisible();
  await shoot(rules, 'rules-chinese');
  const create = await fresh(browser);
  await create.goto('/new');
  await expect(create.locator('[data-do="create"]')).toBeEnabled();
  await shoot(create, 'create-table');
});

for (const board of ['usa', 'germany', 'nordic']) {
  test(`${board} in mid-game`, async ({ browser }) => {
    const page = await fresh(browser);
    const id = await newTable(page, { board, bots: board === 'nordic' ? 2 : 3 });
    await open(page, id);
    await until(page, board === 'germany' ? 1 : 0);
    await expect(page.locator('[data-panel="keep"]')).toBeVisible();
    await shoot(page, `${board}-tickets`);
    await until(page, 34);
    await until(page, 12, '.room[data-phase="turn"] .track.claimable');
    await page.mouse.move(2, 2);
    await shoot(page, `${board}-desktop`);
    const plate = page.locator('.track.claimable .plate').first();
    if ((await plate.count()) > 0) {
      await plate.click({ force: true });
      await expect(page.locator('[data-panel="claim"]')).toBeVisible();
      await shoot(page, `${board}-payment`);
      await page.keyboard.press('Escape');
    }

    // The same table on a phone, in the dark theme, and in a language with its own place names.
    const state = await page.context().storageState();
    for (const [name, look] of [
      ['phone', { size: PHONE }],
      ['dark', { theme: 'dark' }],
      [
        board === 'usa' ? 'korean' : board === 'germany' ? 'japanese' : 'chinese',
        { language: board === 'usa' ? 'ko' : board === 'germany' ? 'ja' : 'zh-Hans' },
      ],
    ] as [string, Look][]) {
      const other = await fresh(browser, look);
      await other.evaluate((items) => {
        for (const { name, value } of items)
          if (name === 'goldenspike.token' || name === 'goldenspike.person') localStorage.setItem(name, value);
      }, state.origins[0]!.localStorage);
      await open(other, id);
      await shoot(other, `${board}-${name}`);
      await other.context().close();
    }
    await page.context().close();
  });
}

for (const board of ['usa', 'germany', 'nordic']) {
  test(`the preview of a link to ${board}`, async ({ browser }) => {
    const page = await fresh(browser);
    const id = await newTable(page, { board, bots: 2 });
    await open(page, id);
    await until(page, 40);
    await page.setViewportSize({ width: 1200, height: 630 });
    await page.evaluate(() => {
      for (const part of document.querySelectorAll<HTMLElement>('header, .rail-place, .tray-place, .controls'))
        part.style.display = 'none';
    });
    await page.mouse.move(2, 2);
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${PREVIEWS}${board}.jpg`, type: 'jpeg', quality: 80 });
    await page.context().close();
  });
}

test('the editor of boards', async ({ browser }) => {
  const page = await fresh(browser);
  const maker = new BoardMaker(page);
  await maker.drawItaly('Stivale');
  await maker.tab('tickets');
  for (let i = 0; i < 2; i += 1) await page.locator('[data-do="suggest-tickets"]').click();
  await expect(maker.check()).toHaveAttribute('data-check', 'good', { timeout: 60_000 });
  await maker.tab('tracks');
  for (const pair of ['cagliari-genova', 'cagliari-palermo', 'napoli-palermo']) {
    const row = page.locator(`[data-row="${pair}"]`);
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
    await page.getByRole('radio', { name: 'ferry' }).check();
  }
  await expect(maker.check()).toHaveAttribute('data-check', 'good', { timeout: 60_000 });
  await shoot(page, 'workshop-editor');
});

test('stations, and the tracks that they borrowed', async ({ browser }) => {
  const page = await fresh(browser);
  await page.goto('/workshop');
  await page.locator('[data-workshop="file"]').fill(readFileSync('../examples/boards/thistle_range.toml', 'utf8'));
  await page.locator('[data-workshop="save"]').click();
  await expect(page).toHaveURL(/\/board\/own_/);
  await expect(page.locator('[data-track]')).toHaveCount(35, { timeout: 120_000 });
  const board = page.url().split('/').at(-1)!;
  const borrowed = page.locator('[data-borrowed]');
  for (let game = 0; game < 8; game += 1) {
    await page.goto(`/table/${await newFinishedGame(page, board, 4, 'hard')}`);
    await expect(page.locator('[data-panel="end"] h2')).toContainText(/Winner|Shared/);
    if ((await borrowed.count()) > 2) break;
  }
  await borrowed.first().click();
  await shoot(page, 'stations-end');
});

test('passengers to choose from', async ({ browser }) => {
  const page = await fresh(browser);
  let found = false;
  for (let game = 0; game < 4 && !found; game += 1) {
    await open(page, await newTable(page, { board: 'germany' }));
    found = await until(page, 90, '[data-panel="passenger"]');
  }
  expect(found).toBe(true);
  await shoot(page, 'germany-passengers');
});

test('a tunnel that wants more', async ({ browser }) => {
  const page = await fresh(browser);
  let found = false;
  for (let game = 0; game < 4 && !found; game += 1) {
    await open(page, await newTable(page, { board: 'nordic' }));
    found = await until(page, 300, '[data-panel="tunnel"] [data-do="pay"]', new Digger(page));
  }
  expect(found).toBe(true);
  await shoot(page, 'nordic-tunnel');
});

test('the review of a game', async ({ browser }) => {
  const page = await fresh(browser);
  await page.goto(`/replay/${await finishedGame(page)}?tab=review`);
  await page.locator('[data-do="review"]').click();
  await page.locator('[data-review="done"]').waitFor({ timeout: 300_000 });
  // A better idea that is a track is drawn on the board.
  for (let n = 0; n < 20 && (await page.locator('svg.board .trace').count()) === 0; n += 1)
    await page.locator('[data-do="next-mark"]').click();
  await shoot(page, 'review-tab');
});

test('a puzzle and first tickets', async ({ browser }) => {
  const page = await fresh(browser);
  // The first puzzle on USA whose answer is a track.
  let answer = '';
  for (let number = 1; !answer.startsWith('claim '); number += 1) {
    await page.goto(`/puzzles/usa/${number}`);
    await page.locator('[data-puzzle]').waitFor();
    const puzzle = (await (await page.request.get(`/api/puzzles/usa/${number}`)).json()) as { answer: string };
    answer = puzzle.answer;
  }
  await page.locator(`[data-option="${answer}"]`).click();
  await page.locator('[data-do="answer"]').click();
  await page.locator('svg.board .trace').first().waitFor();
  await shoot(page, 'puzzle');
  await page.goto('/explorer/usa?tickets=boston-miami,denver-el_paso,new_york-seattle');
  await page.locator('table tbody tr').first().waitFor();
  await shoot(page, 'explorer');
});

test('final scoring and replay', async ({ browser }) => {
  const page = await fresh(browser);
  const id = await newTable(page, { bots: 2 });
  await open(page, id);
  await playToTheEnd([new Player(page)]);
  await expect(page.locator('[data-panel="end"] h2')).toContainText(/Winner|You win|Shared/);
  await shoot(page, 'final-scoring');
  const trace = page.getByRole('button', { name: 'Trace the longest path' }).last();
  await page.locator('[data-panel="end"]').evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
  await shoot(page, 'final-tickets');
  if ((await trace.count()) > 0) {
    await trace.click();
    await shoot(page, 'longest-path');
  }
  await page.goto(`/replay/${id}?step=60`);
  await expect(page.locator('.replay')).toBeVisible();
  await shoot(page, 'replay');
});
