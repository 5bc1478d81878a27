/** Somebody who makes a board in the editor, by mouse or by keyboard. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Names and positions, as parts of the picture. */
export type Towns = Record<string, readonly [number, number]>;

export const ITALY: Towns = {
  Torino: [0.18, 0.23],
  Milano: [0.28, 0.2],
  Verona: [0.38, 0.2],
  Venezia: [0.47, 0.22],
  Genova: [0.25, 0.3],
  Bologna: [0.41, 0.3],
  Firenze: [0.38, 0.38],
  Roma: [0.5, 0.53],
  Napoli: [0.63, 0.63],
  Bari: [0.8, 0.6],
  Palermo: [0.53, 0.87],
  Cagliari: [0.22, 0.75],
};
export const ITALIAN_TRACKS = [
  ['Torino', 'Milano'],
  ['Torino', 'Genova'],
  ['Milano', 'Verona'],
  ['Milano', 'Genova'],
  ['Verona', 'Venezia'],
  ['Verona', 'Bologna'],
  ['Venezia', 'Bologna'],
  ['Bologna', 'Firenze'],
  ['Genova', 'Firenze'],
  ['Firenze', 'Roma'],
  ['Roma', 'Napoli'],
  ['Napoli', 'Bari'],
  ['Roma', 'Bari'],
  ['Napoli', 'Palermo'],
  ['Palermo', 'Cagliari'],
  ['Genova', 'Cagliari'],
] as const;

export class BoardMaker {
  constructor(readonly page: Page) {}

  readonly check = (): Locator => this.page.locator('[data-check]');
  readonly tab = (name: string): Promise<void> => this.page.locator(`[data-tab="${name}"]`).click();
  readonly tool = (name: string): Promise<void> => this.page.locator(`[data-tool="${name}"]`).click();
  readonly place = (name: string): Locator => this.page.locator(`[data-place-id="${name.toLowerCase()}"]`);

  /** Click a place onto the map, and type its name. */
  async addPlaces(towns: Towns): Promise<void> {
    await this.tool('place');
    const box = (await this.page.locator('[data-map]').boundingBox())!;
    for (const [name, [x, y]] of Object.entries(towns)) {
      await this.page.mouse.click(box.x + box.width * x, box.y + box.height * y);
      await expect(this.page.locator('[data-field="name"]')).toBeFocused();
      await this.page.keyboard.type(name);
      await expect(this.place(name)).toBeVisible();
    }
  }

  async middle(name: string): Promise<[number, number]> {
    const box = (await this.place(name).boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  /** Drag with the mouse from one place to another. */
  async drag(from: string, to: string): Promise<void> {
    const [a, b] = [await this.middle(from), await this.middle(to)];
    await this.page.mouse.move(...a);
    await this.page.mouse.down();
    await this.page.mouse.move((a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
    await this.page.mouse.move(...b);
    await this.page.mouse.up();
  }

  /** A board of Italy by mouse, without tickets. */
  async drawItaly(name: string): Promise<void> {
    const { page } = this;
    await page.goto('/workshop/editor');
    await page.locator('[data-begin="earth"]').click();
    await page.locator('[data-land="earth"]').click();
    await page.locator('[data-land="piece"]').selectOption('italy');
    await expect(page.locator('[data-field="map.west"]')).toHaveValue('6');
    await expect(page.locator('[data-map] .geo.home')).toBeVisible();
    await page.locator('[data-field="board.name"]').fill(name);
    await this.addPlaces(ITALY);
    await this.tool('track');
    for (const [a, b] of ITALIAN_TRACKS) await this.drag(a, b);
    await expect(page.locator('[data-map] [data-track]')).toHaveCount(ITALIAN_TRACKS.length);
  }

  /** Press Tab, or with `back` Shift and Tab, until something has the keyboard. */
  async tabTo(wanted: Locator, back = false): Promise<void> {
    for (let i = 0; i < 120; i += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`the Tab key does not reach ${String(wanted)}`);
  }

  /** Join two places by the lists of a panel, with the keyboard alone; the list of ends has the keyboard after it. */
  async joinByKeys(what: 'track' | 'ticket', from: string, to: string): Promise<void> {
    const start = this.page.locator(`[data-pair="${what}-from"]`);
    await this.tabTo(start, true);
    await this.page.keyboard.type(from);
    await this.page.keyboard.press('Tab');
    await this.page.keyboard.type(to);
    await this.page.keyboard.press('Tab');
    await this.page.keyboard.press('Enter');
    await expect(this.page.locator(`[data-pair="${what}-to"]`)).toBeFocused();
  }
}
