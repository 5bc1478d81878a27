/** Every page in every language and both themes: complete, and accessible to everyone. */
import { readFileSync } from 'node:fs';
import { clean } from './axe';
import { expect, test, type Page } from '@playwright/test';
import { Player } from './player';
import { finishedGame, newTable, open } from './tables';

const LANGUAGES = ['en', 'ko', 'zh-Hant', 'ja', 'zh-Hans', 'it'] as const;
const PAGES = [
  '/',
  '/new',
  '/lobby',
  '/games',
  '/settings',
  '/account',
  '/learn',
  '/leaderboard',
  '/leaderboard/germany',
  '/rules/usa',
  '/rules/germany',
  '/rules/nordic',
  '/nowhere',
];

type Messages = Record<string, unknown>;
const messages = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`../messages/${language}.json`, import.meta.url), 'utf8')) as Messages,
  ]),
) as Record<(typeof LANGUAGES)[number], Messages>;

/** English sentences that this language translates: none of them may be shown. */
function foreign(language: (typeof LANGUAGES)[number]): string[] {
  return Object.entries(messages.en)
    .filter(
      ([key, text]) =>
        typeof text === 'string' && text.length > 12 && !text.includes('{') && messages[language][key] !== text,
    )
    .map(([, text]) => text as string);
}

async function speak(page: Page, language: string): Promise<void> {
  await page.addInitScript((language) => {
    localStorage.setItem('goldenspike.language', language);
  }, language);
}

/** The page is there, and nothing on it is loading any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('main h1').first()).toBeVisible();
  await page.waitForFunction(
    (words) => !words.some((word) => document.body.innerText.includes(word)) && !document.querySelector('.blank'),
    LANGUAGES.map((language) => messages[language].loading as string),
  );
}

async function readable(page: Page, language: (typeof LANGUAGES)[number], where: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  const text = await page.locator('body').innerText();
  const keys = Object.keys(messages.en).filter((key) => key.includes('_') && text.includes(key));
  expect(keys, `keys of messages shown at ${where}`).toEqual([]);
  expect(text, where).not.toMatch(/undefined|NaN|\[object|\{\w+\}/);
  const english = language === 'en' ? [] : foreign(language).filter((sentence) => text.includes(sentence));
  expect(english, `said in English at ${where}`).toEqual([]);
}

for (const language of LANGUAGES) {
  const tag = language === 'en' || language === 'ja' ? [] : ['@wide'];
  test(`every page speaks ${language}`, { tag }, async ({ page }) => {
    await speak(page, language);
    for (const path of PAGES) {
      await page.goto(path);
      await settled(page);
      await readable(page, language, path);
      // The longest words on the smallest phone.
      await page.setViewportSize({ width: 360, height: 740 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${path} on a phone`)
        .toBeLessThanOrEqual(360);
      await page.setViewportSize({ width: 1280, height: 860 });
    }
    const board = language === 'ja' ? 'germany' : language === 'zh-Hans' ? 'nordic' : 'usa';
    const id = await newTable(page, { board });
    await open(page, id);
    const player = new Player(page);
    await expect(player.room).toBeVisible();
    await readable(page, language, 'choosing tickets');
    for (let i = 0; i < 5; i += 1) {
      await expect(page.locator('.room[data-mine="yes"]')).toBeVisible();
      await player.act();
    }
    await readable(page, language, 'in play');
    await page.locator('.track.free').first().locator('.plate').first().click({ force: true });
    await expect(page.locator('[data-panel]').first()).toBeVisible();
    await readable(page, language, 'a track looked at');
  });
}

test('axe finds nothing on any page', async ({ page }) => {
  await speak(page, 'en');
  for (const path of PAGES) {
    await page.goto(path);
    await settled(page);
    await clean(page, path);
  }
});

test('axe finds nothing in the main states of play', async ({ page }) => {
  await speak(page, 'en');
  const id = await newTable(page, { board: 'germany', clock: 600 });
  await open(page, id);
  const player = new Player(page);
  await expect(page.locator('[data-panel="mix"]')).toBeVisible();
  await clean(page, 'choosing the decks', 'svg.board');
  await player.act();
  await expect(page.locator('[data-panel="keep"]')).toBeVisible();
  await clean(page, 'choosing tickets', 'svg.board');
  await player.act();
  await expect(page.locator('.room[data-phase="turn"][data-mine="yes"]')).toBeVisible();
  await clean(page, 'a turn');
  await page.locator('.track.claimable .plate').first().click({ force: true });
  await expect(page.locator('[data-do="claim"]')).toBeVisible();
  await clean(page, 'paying', 'svg.board');
  await page.keyboard.press('Escape');
  await page.locator('[data-do="help"]').click();
  await expect(page.locator('[data-panel="help"] h2').nth(1)).toBeVisible();
  await clean(page, 'help', 'svg.board');
});

test('axe finds nothing at the end', { tag: '@wide' }, async ({ page }) => {
  await speak(page, 'en');
  const over = await finishedGame(page, 'nordic', 3);
  await page.goto(`/table/${over}`);
  await expect(page.locator('[data-panel="end"] h2')).toContainText(/Winner|You win|Shared/);
  await clean(page, 'final scoring');
  await page.goto(`/replay/${over}?step=20`);
  await expect(page.locator('.replay')).toBeVisible();
  await clean(page, 'replay');
});

test('axe finds nothing on a phone', { tag: '@wide' }, async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.locator('[data-play]').first()).toBeVisible();
  await clean(page, 'start');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const id = await newTable(page);
  await open(page, id);
  await new Player(page).act();
  await expect(page.locator('.room[data-phase="turn"][data-mine="yes"]')).toBeVisible();
  await clean(page, 'a turn');
  for (const tab of ['market', 'tickets', 'routes', 'players', 'log']) {
    await page.locator(`#tab-${tab}`).tap();
    await clean(page, tab, 'svg.board');
  }
  await context.close();
});

test('a screen reader is told what a track is, whose turn it is and every move', async ({ page }) => {
  const id = await newTable(page);
  await open(page, id);
  await new Player(page).act();
  await expect(page.locator('.room[data-phase="turn"][data-mine="yes"]')).toBeVisible();
  await expect(page.locator('[data-track="denver-omaha:purple"]')).toHaveAccessibleName(
    /^Denver to Omaha, 4 purple, free/,
  );
  await expect(page.getByRole('status').filter({ hasText: 'Your turn' })).toBeVisible();
  const said = page.locator('[data-announced][aria-live="polite"]');
  await page.locator('[data-draw="deck"]').click();
  await expect(said).toContainText(/You draw \w+ from the pile\./);
  // Two equal moves are two lines, or the second would not be read out.
  await page.locator('[data-draw="deck"]').click();
  await expect(said.locator('p').filter({ hasText: /^You draw \w+ from the pile\.$/ })).toHaveCount(2);
});

test('at twice the text size everything is there and nothing overflows', async ({ browser }) => {
  // The size of a 1280 by 800 window at 200 % zoom.
  const page = await (await browser.newContext({ viewport: { width: 640, height: 400 } })).newPage();
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.locator('main h1').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(640);
  }
  const id = await newTable(page);
  await open(page, id);
  await page.locator('[data-do="keep-all"]').click();
  await expect(page.locator('.room[data-phase="turn"][data-mine="yes"]')).toBeVisible();
  await page.locator('#tab-market').click();
  await page.locator('[data-draw="deck"]').click();
  await expect(page.locator('.room[data-phase="second_card"]')).toBeVisible();
  await page.context().close();
});
