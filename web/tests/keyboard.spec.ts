/** Games without a mouse, and with the service worker that visitors have. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { HandPlayer } from './hand-player';
import { playToTheEnd } from './player';
import { nearTheEnd, newTable, open } from './tables';

class KeyboardPlayer extends HandPlayer {
  #claims = 0;

  /** Tab to it as a person would, by the shorter way round, then Enter or Space. */
  protected override async press(target: Locator): Promise<void> {
    const wanted = await target.elementHandle();
    const look = (): Promise<{ there: boolean; stops: number; box: boolean }> =>
      this.page.evaluate((element) => {
        const all = [
          ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [tabindex="0"]'),
        ].filter(
          (each) =>
            each.tabIndex >= 0 &&
            !each.matches(':disabled') &&
            each.checkVisibility() &&
            !(each.matches('[type="radio"]') && !(each as HTMLInputElement).checked),
        );
        const from = all.indexOf(document.activeElement as HTMLElement);
        return {
          there: document.activeElement === element,
          stops: all.indexOf(element as HTMLElement) - from,
          box: element instanceof HTMLInputElement,
        };
      }, wanted);
    const first = await look();
    const key = first.stops < 0 ? 'Shift+Tab' : 'Tab';
    // Sent without waiting for each answer: the browser handles them in order.
    await Promise.all(Array.from({ length: Math.abs(first.stops) }, () => this.page.keyboard.press(key)));
    for (let i = 0; i < 150 && !(await look()).there; i += 1) await this.page.keyboard.press('Tab');
    expect((await look()).there, 'the Tab key reaches it').toBe(true);
    await this.page.keyboard.press(first.box ? 'Space' : 'Enter');
  }

  /** First by arrow keys on the board, later from the list of routes. */
  protected override async choose(track: string): Promise<void> {
    this.#claims += 1;
    if (this.#claims === 1) return this.#walkTo();
    const list = this.page.locator('[data-tray="routes"]');
    if (!(await list.evaluate((element) => (element as HTMLDetailsElement).open)))
      await this.press(list.locator('summary'));
    await this.press(this.page.locator(`[data-route="${track}"]`));
  }

  async #walkTo(): Promise<void> {
    await this.press(this.page.locator('.track[tabindex="0"]'));
    await this.page.keyboard.press('Escape');
    const keys = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];
    for (let i = 0; i < 200; i += 1) {
      const claimable = await this.page.evaluate(
        () => document.activeElement?.classList.contains('claimable') ?? false,
      );
      if (claimable) {
        await this.page.keyboard.press('Enter');
        return;
      }
      await this.page.keyboard.press(keys[Math.floor(i / 7) % 4]!);
    }
    throw new Error('no claimable track was reached by arrows');
  }
}

test.use({ serviceWorkers: 'allow' });

async function noMouse(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
      window.addEventListener(
        kind,
        () => {
          throw new Error('a mouse was used');
        },
        true,
      );
  });
}

test('a game is begun and another one ended by keyboard alone', async ({ page }) => {
  await noMouse(page);
  await open(page, await newTable(page));
  const begun = new KeyboardPlayer(page);
  // Two claims: one by arrow keys on the board, one from the list of routes.
  for (let claims = 0; claims < 2;) claims += (await begun.act()).startsWith('claim') ? 1 : 0;
  await open(page, await nearTheEnd(page, 'usa'));
  await playToTheEnd([new KeyboardPlayer(page)]);
  await expect(page.locator('[data-panel="end"]')).toBeVisible();
});

test('a complete game by keyboard alone', { tag: '@wide' }, async ({ page }) => {
  await noMouse(page);
  const id = await newTable(page);
  await open(page, id);
  const player = new KeyboardPlayer(page);
  await expect(player.room).toBeVisible();
  await playToTheEnd([player]);
  await expect(page.locator('[data-panel="end"]')).toBeVisible();
});
