/** A whole game on a small phone, held upright, by touch. */
import { expect, test, type Locator } from '@playwright/test';
import { Player, playToTheEnd } from './player';
import { newTable, open } from './tables';

class TouchPlayer extends Player {
  protected override async press(target: Locator): Promise<void> {
    // A sheet may still be sliding in: Playwright's own tap waits until the target rests.
    await target.tap();
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

test('a complete game on a phone by touch', async ({ page }) => {
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
