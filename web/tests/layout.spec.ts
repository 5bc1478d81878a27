/** Layouts by their measures: how much of the window is map, how large its names are, and that nothing is cut off. */
import { expect, test, type Page } from '@playwright/test';
import { Player } from './player';
import { newTable, open } from './tables';

const BOARDS = ['usa', 'germany', 'nordic'];
const LANGUAGES = ['en', 'it', 'ko', 'ja', 'zh-Hans', 'zh-Hant'];
/** As many opponents as the board has: their list takes the most room. */
const opponents = (board: string): number => (board === 'nordic' ? 2 : 4);

/** Share of the window's pixels at which the map is what one sees, and the smallest name on it in pixels. */
async function measure(page: Page): Promise<{ map: number; name: number }> {
  return page.evaluate(async () => {
    const frame = (): Promise<number> => new Promise(requestAnimationFrame);
    for (let i = 0; i < 4; i += 1) await frame();
    let seen = 0;
    let all = 0;
    for (let x = 10; x < innerWidth; x += 20)
      for (let y = 10; y < innerHeight; y += 20) {
        all += 1;
        if (document.elementFromPoint(x, y)?.closest('.surface')) seen += 1;
      }
    const names = [...document.querySelectorAll<SVGTextElement>('svg.board text.name')].map(
      (name) => Number(name.getAttribute('font-size')) * name.getScreenCTM()!.a,
    );
    return { map: seen / all, name: Math.min(...names) };
  });
}

const LARGE = [
  [1280, 720],
  [1366, 768],
  [1180, 820],
  [1440, 900],
] as const;

/** Pairs of names on the board that lie over each other, by the boxes of what is painted. */
async function touchingNames(page: Page): Promise<string[]> {
  return page.locator('svg.board text.name').evaluateAll((names) => {
    const boxes = names.map((name) => {
      const box = name.getBoundingClientRect();
      // A line's box has room above capitals and below the baseline that nothing is painted in.
      const spare = (box.height / name.querySelectorAll('tspan').length) * 0.2;
      return { text: name.textContent.trim(), ...box.toJSON(), top: box.top + spare, bottom: box.bottom - spare };
    }) as { text: string; left: number; right: number; top: number; bottom: number }[];
    return boxes.flatMap((one, at) =>
      boxes
        .slice(at + 1)
        .filter(
          (two) =>
            Math.min(one.right, two.right) > Math.max(one.left, two.left) &&
            Math.min(one.bottom, two.bottom) > Math.max(one.top, two.top),
        )
        .map((two) => `${one.text} / ${two.text}`),
    );
  });
}

for (const board of BOARDS) {
  test(`${board}: the map has most of a large screen, and its names can be read`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await open(page, await newTable(page, { board, bots: opponents(board) }));
    await new Player(page).reachTurn();
    for (const [width, height] of LARGE) {
      await page.setViewportSize({ width, height });
      // Panels of the last decision may still be closing, and the board follows them.
      const at = `${width}x${height}`;
      await expect
        .poll(async () => {
          const { map, name } = await measure(page);
          return map >= 0.6 && name >= 11 ? 'large enough' : `map ${map}, names ${name}`;
        }, at)
        .toBe('large enough');
      expect(await touchingNames(page), at).toEqual([]);
    }
  });

  test(`${board}: no two names touch in any language`, { tag: '@wide' }, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const id = await newTable(page, { board, bots: opponents(board) });
    await open(page, id);
    await new Player(page).reachTurn();
    for (const language of LANGUAGES) {
      await page.evaluate((language) => localStorage.setItem('goldenspike.language', language), language);
      await open(page, id);
      expect(await touchingNames(page), language).toEqual([]);
    }
  });
}

/** What is meant to be seen and lies outside the window, or is wider than its box. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const told: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth) told.push('the page is wider than the window');
    for (const part of document.querySelectorAll<HTMLElement>(
      'header, .status, .tools, .strip, .one, .room > .sheet, .tabs, [role="tab"], .sheet-body, .do .button, .window',
    )) {
      if (!part.checkVisibility()) continue;
      const box = part.getBoundingClientRect();
      const name = `${part.className || part.tagName} ${part.textContent?.trim().slice(0, 20) ?? ''}`;
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
        told.push(`outside: ${name}`);
      if (part.matches('.sheet-body, .do .button, .strip') && part.scrollWidth > part.clientWidth + 1)
        told.push(`too wide: ${name}`);
    }
    return told;
  });
}

const SMALL = [
  [844, 390],
  [360, 640],
  [390, 844],
  [768, 1024],
  [820, 1180],
] as const;

for (const board of BOARDS)
  for (const [width, height] of SMALL) {
    const tag = board === 'usa' ? [] : ['@wide'];
    test(`${board}: nothing is cut off at ${width}x${height}`, { tag }, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await open(page, await newTable(page, { board, bots: opponents(board), clock: 600 }));
      if (board === 'germany') {
        expect(await cutOff(page), 'announcing a mix').toEqual([]);
        await page.locator('[data-do="mix"]').first().click();
      }
      await expect(page.locator('[data-panel="keep"]')).toBeVisible();
      expect(await cutOff(page), 'choosing tickets').toEqual([]);
      // Those that have to be scrolled to are told of.
      const offered = await page.locator('[data-panel="keep"] input').count();
      await expect(page.locator('[data-panel="keep"]')).toContainText(`of ${offered}.`);
      if (board === 'usa') {
        // Three tickets are in sight together, above the buttons.
        const last = (await page.locator('[data-panel="keep"] .ticket').last().boundingBox())!;
        const buttons = (await page.locator('[data-panel="keep"] .actions').boundingBox())!;
        expect(last.y + last.height).toBeLessThanOrEqual(buttons.y + 2);
      }
      await page.locator('[data-do="keep-all"]').click();
      await expect(page.locator('.room[data-phase="turn"][data-mine="yes"]')).toBeVisible();
      expect(await cutOff(page), 'a turn').toEqual([]);
      for (const tab of await page.locator('[role="tab"]').all()) {
        await tab.click();
        expect(await cutOff(page), (await tab.textContent()) ?? '').toEqual([]);
      }
      await expect(page.locator('[data-clock]').first()).toBeInViewport({ ratio: 1 });
    });
  }
