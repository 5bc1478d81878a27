/** Phones by touch: a whole game held upright, the layout held sideways, the end. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { HandPlayer } from './hand-player';
import { playToTheEnd } from './player';
import { finishedGame, nearTheEnd, newTable, open } from './tables';

class TouchPlayer extends HandPlayer {
  protected override async press(target: Locator): Promise<void> {
    // A sheet may still be sliding in: Playwright's tap waits until the target is stable.
    await target.tap({ timeout: 10_000 });
  }

  async tab(name: string): Promise<void> {
    const tab = this.page.locator(`#tab-${name}`);
    if ((await tab.getAttribute('aria-selected')) !== 'true') await this.press(tab);
  }

  protected override async choose(track: string): Promise<void> {
    await this.tab('routes');
    await this.press(this.page.locator(`[data-route="${track}"]`));
  }

  protected override async draw(): Promise<void> {
    await this.tab('market');
    await super.draw();
  }

  /** The market is on its own tab: look there whether anything can be drawn. */
  override async act(): Promise<string> {
    const { panel, phase } = await this.state();
    if (panel === null && phase !== 'over') await this.tab('market');
    return super.act();
  }
}

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test('a game is begun and another one ended on a phone by touch', async ({ page }) => {
  await open(page, await newTable(page, { board: 'nordic' }));
  const begun = new TouchPlayer(page);
  while (!(await begun.act()).startsWith('claim'));
  await open(page, await nearTheEnd(page, 'nordic'));
  await playToTheEnd([new TouchPlayer(page)]);
  await expect(page.locator('[data-panel="end"]')).toBeVisible();
});

test('a complete game on a phone by touch', { tag: '@wide' }, async ({ page }) => {
  const id = await newTable(page, { board: 'nordic' });
  await open(page, id);
  const player = new TouchPlayer(page);
  await expect(player.room).toBeVisible();
  // Nothing sticks out of a narrow screen.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await playToTheEnd([player]);
  await expect(page.locator('[data-panel="end"]')).toBeVisible();
});

test('a track is chosen on the board by a tap, and the board by dragging and buttons', async ({ page }) => {
  const id = await newTable(page);
  await open(page, id);
  const player = new TouchPlayer(page);
  await player.act();
  await expect(page.locator('.room')).toHaveAttribute('data-phase', 'turn');
  const plate = page.locator('[data-track="denver-omaha:purple"] .plate').nth(1);
  const before = await plate.boundingBox();
  await page.touchscreen.tap(before!.x + before!.width / 2, before!.y + before!.height / 2);
  await expect(page.locator('[data-panel="claim"]')).toContainText('Denver – Omaha');
  await page.getByRole('button', { name: 'Close' }).tap();
  await page.getByRole('button', { name: 'Zoom in' }).tap();
  await expect.poll(async () => (await plate.boundingBox())!.width).toBeGreaterThan(before!.width * 1.2);
  await page.getByRole('button', { name: 'Whole board' }).tap();
  await expect.poll(async () => (await plate.boundingBox())!.width).toBeLessThan(before!.width);
});

/** The board's window, without what lies below it. */
async function seen(page: Page, target: Locator): Promise<boolean> {
  const window = (await page.locator('.window').boundingBox())!;
  const box = (await target.boundingBox())!;
  return (
    box.x >= window.x &&
    box.y >= window.y &&
    box.x + box.width <= window.x + window.width + 1 &&
    box.y + box.height <= window.y + window.height + 1
  );
}

for (const board of ['usa', 'germany', 'nordic']) {
  const tag = board === 'germany' ? [] : ['@wide'];
  test(`${board}: what a decision is about is visible`, { tag }, async ({ page }) => {
    await open(page, await newTable(page, { board }));
    const player = new TouchPlayer(page);
    if (board === 'germany') await player.act();
    await expect(page.locator('[data-panel="keep"]')).toBeVisible();
    // Both ends of every ticket on offer, with names that can be read.
    const rings = page.locator('.place.marked .ring');
    for (const ring of await rings.all()) await expect.poll(() => seen(page, ring)).toBe(true);
    const names = await page
      .locator('.place.marked .name')
      .evaluateAll((all) =>
        all.map((name) => Number(name.getAttribute('font-size')) * (name as SVGTextElement).getScreenCTM()!.a),
      );
    for (const name of names) expect(name).toBeGreaterThan(10.5);
    const far = await page.locator('svg.board').evaluate((drawing) => drawing.getBoundingClientRect().width);

    await player.reachTurn();
    // The zoom is restored after the choice.
    await expect
      .poll(() => page.locator('svg.board').evaluate((drawing) => drawing.getBoundingClientRect().width))
      .toBeGreaterThanOrEqual(far);
    // A track from the list, wherever on the board it is: the sheet that opens for it must not cover it.
    await player.tab('routes');
    await page.getByLabel('Find a route').fill('–');
    for (const end of ['first', 'last'] as const) {
      const entry = page.locator('[data-route]')[end]();
      const track = await entry.getAttribute('data-route');
      await entry.tap();
      await expect(page.locator('[data-panel="claim"]')).toBeVisible();
      for (const plate of await page.locator(`[data-track="${track}"] .plate`).all())
        await expect.poll(() => seen(page, plate)).toBe(true);
      await page.getByRole('button', { name: 'Close' }).tap();
      await expect(page.locator('[data-panel="claim"]')).toHaveCount(0);
      await page.getByLabel('Find a route').fill('–');
    }
    // Both ends of a ticket of ours.
    await player.tab('tickets');
    await page.locator('.tickets .show').first().tap();
    for (const ring of await rings.all()) await expect.poll(() => seen(page, ring)).toBe(true);
  });
}

test('a board that was moved by hand stays there', async ({ page }) => {
  await open(page, await newTable(page));
  const player = new TouchPlayer(page);
  await player.reachTurn();
  await player.tab('tickets');
  await page.locator('.tickets .show').first().tap();
  await page.getByRole('button', { name: 'Zoom in' }).tap();
  await page.getByRole('button', { name: 'Zoom in' }).tap();
  const width = (): Promise<number> =>
    page.locator('svg.board').evaluate((drawing) => drawing.getBoundingClientRect().width);
  const near = await width();
  // Another tab has another height: the board's window changes, but not the camera.
  await player.tab('hand');
  await player.tab('market');
  expect(await width()).toBeCloseTo(near, 0);
});

test('the one thing to do, the clock and the trains of everyone are in sight', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, await newTable(page, { bots: 4, clock: 300 }));
  const player = new TouchPlayer(page);
  await player.reachTurn();
  await expect(page.locator('[data-clock]').first()).toBeInViewport({ ratio: 1 });
  for (const seat of [0, 1, 2, 3, 4])
    await expect(page.locator(`.strip [data-seat="${seat}"]`)).toBeInViewport({ ratio: 1 });
  const draw = page.locator('[data-do="draw"]');
  await expect(draw).toBeInViewport({ ratio: 1 });
  expect((await draw.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  // The second card can be taken without looking for it.
  await player.act();
  if ((await player.state()).phase === 'second_card')
    await expect(page.locator('[data-draw="deck"]')).toBeInViewport({ ratio: 1 });
});

test('held sideways a turn is played without anything cut off', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await open(page, await newTable(page));
  const player = new TouchPlayer(page);
  await player.reachTurn();
  const board = (await page.locator('.window').boundingBox())!;
  expect(board.width * board.height).toBeGreaterThan(0.55 * 844 * 390);
  for (const tab of ['market', 'tickets', 'routes', 'players', 'log', 'hand']) {
    await player.tab(tab);
    const inside = await page.locator('#sheet-body').evaluate((sheet) => ({
      wide: sheet.scrollWidth <= sheet.clientWidth,
      low: sheet.getBoundingClientRect().bottom <= innerHeight,
      tall: sheet.clientHeight > 150,
    }));
    expect(inside, tab).toEqual({ wide: true, low: true, tall: true });
  }
  await player.tab('market');
  for (const card of await page.locator('[data-draw]').all()) await expect(card).toBeInViewport({ ratio: 1 });
  const { n } = await player.state();
  await player.act();
  expect((await player.state()).n).toBeGreaterThan(n);
});

test("five players fit at the end, with everyone's tickets open", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/table/${await finishedGame(page, 'usa', 5)}`);
  const totals = page.locator('[data-total]');
  await expect(totals).toHaveCount(5);
  for (const total of await totals.all()) await expect(total).toBeInViewport({ ratio: 1 });
  const end = page.locator('[data-panel="end"]');
  expect(await end.evaluate((panel) => panel.scrollWidth <= panel.clientWidth)).toBe(true);
  await expect(end.locator('section')).toHaveCount(5);
  for (const section of await end.locator('section').all())
    await expect(section.locator('.ticket').first()).toBeVisible();
  // The board is beside it, not under it.
  const [board, panel] = [(await page.locator('.window').boundingBox())!, (await end.boundingBox())!];
  expect(board.y + board.height).toBeLessThanOrEqual(panel.y + 1);
});

test('the final score is visible at the end', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('goldenspike.language', 'it'));
  await page.goto(`/table/${await finishedGame(page, 'germany')}`);
  const total = page.locator('[data-total]').first();
  await expect(total).toBeInViewport({ ratio: 1 });
  // Nothing lies over it.
  expect(
    await total.evaluate((cell) => {
      const box = cell.getBoundingClientRect();
      return document.elementFromPoint(box.x + box.width / 2, box.bottom - 4) === cell;
    }),
  ).toBe(true);
});

for (const language of ['en', 'it', 'ko', 'ja', 'zh-Hans', 'zh-Hant']) {
  const tag = language === 'it' ? [] : ['@wide'];
  test(`a lost connection is told in whole words on the smallest phone: ${language}`, { tag }, async ({ page }) => {
    await page.addInitScript((language) => localStorage.setItem('goldenspike.language', language), language);
    await page.setViewportSize({ width: 360, height: 640 });
    let cut = (): Promise<void> => Promise.resolve();
    await page.routeWebSocket('**/ws/tables/*', (socket) => {
      const server = socket.connectToServer();
      cut = async () => {
        await socket.close({ code: 1012 });
        await server.close();
      };
    });
    await open(page, await newTable(page, { clock: 600 }));
    await new TouchPlayer(page).reachTurn();
    await page.routeWebSocket('**/ws/tables/*', (socket) => socket.close({ code: 1012 }));
    await cut();
    const notice = page.locator('.status.lost');
    for (const part of ['[role="alert"] b', '[data-do="try-now"]', '[data-clock]'])
      await expect(notice.locator(part)).toBeInViewport({ ratio: 1 });
    const whole = await notice
      .locator('[role="alert"]')
      .evaluate((told) => told.scrollWidth <= told.clientWidth && told.scrollHeight <= told.clientHeight + 1);
    expect(whole).toBe(true);
  });
}
