/** A player who plays by what the page shows, and knows no more than a person would. */
import { expect, type Locator, type Page } from '@playwright/test';

export class Player {
  readonly page: Page;
  readonly room: Locator;

  constructor(page: Page) {
    this.page = page;
    this.room = page.locator('.room');
  }

  async state(): Promise<{ n: number; mine: boolean; phase: string; panel: string | null }> {
    return this.page.evaluate(() => {
      const room = document.querySelector<HTMLElement>('.room');
      return {
        n: Number(room?.dataset.n ?? 0),
        mine: room?.dataset.mine === 'yes',
        phase: room?.dataset.phase ?? '',
        panel: document.querySelector<HTMLElement>('[data-panel]')?.dataset.panel ?? null,
      };
    });
  }

  /** Wait until the table has moved on from a number, or it is this player's turn again. */
  async moved(n: number): Promise<void> {
    await expect.poll(async () => (await this.state()).n, { intervals: [20, 30, 50, 100] }).toBeGreaterThan(n);
  }

  async over(): Promise<boolean> {
    return (await this.state()).phase === 'over';
  }

  /** Press something; how depends on the kind of player. */
  protected async press(target: Locator): Promise<void> {
    const { x, y } = await target.evaluate((element) => {
      element.scrollIntoView({ block: 'nearest' });
      const box = element.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
    await this.page.mouse.click(x, y);
  }

  /** The longest track the page shows as claimable. */
  protected async bestTrack(): Promise<string | null> {
    return this.page.evaluate(() => {
      const tracks = [...document.querySelectorAll<SVGGElement>('.track.claimable')];
      tracks.sort((a, b) => b.querySelectorAll('.plate').length - a.querySelectorAll('.plate').length);
      return tracks[0]?.dataset.track ?? null;
    });
  }

  /** Choose a track on the board, by its middle plate; nothing may lie over it. */
  protected async choose(track: string): Promise<void> {
    const { x, y, over } = await this.page.evaluate(async (id) => {
      const place = (): DOMRect => {
        const plates = document.querySelectorAll(`[data-track="${id}"] .plate`);
        return plates[Math.floor(plates.length / 2)]!.getBoundingClientRect();
      };
      const frame = (): Promise<number> => new Promise(requestAnimationFrame);
      let box = place();
      // When its window changes size the board follows a frame later: wait until it is stable.
      for (let moving = true; moving;) {
        await frame();
        await frame();
        const now = place();
        moving = now.x !== box.x || now.y !== box.y;
        box = now;
      }
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      const top = document.elementFromPoint(middle.x, middle.y);
      return {
        ...middle,
        over: top?.closest('.surface') ? null : (top?.outerHTML.slice(0, 200) ?? 'outside the page'),
      };
    }, track);
    expect(over, `something lies over ${track}`).toBeNull();
    await this.page.mouse.click(x, y);
  }

  protected async draw(): Promise<void> {
    const deck = this.page.locator('[data-draw="deck"]');
    if (await deck.isEnabled()) await this.press(deck);
    else await this.press(this.page.locator('[data-draw]:not([disabled])').first());
  }

  /** Decide whatever comes before the first turn, and wait until that turn is this player's. */
  async reachTurn(): Promise<void> {
    for (;;) {
      const { mine, phase } = await this.state();
      if (mine && phase === 'turn') return;
      if (mine) await this.act();
      else await this.page.waitForTimeout(15);
    }
  }

  /** One decision, as soon as it is this player's. Returns what it was. */
  async act(): Promise<string> {
    await expect.poll(async () => (await this.state()).mine, { intervals: [20, 30, 50, 100] }).toBe(true);
    const { n, panel, phase } = await this.state();
    switch (panel) {
      case 'keep': {
        const boxes = this.page.locator('[data-panel="keep"] input');
        await this.tick(boxes);
        await this.press(this.page.locator('[data-do="keep"]'));
        break;
      }
      case 'mix':
        await this.press(this.page.locator('[data-do="mix"]').last());
        break;
      case 'tunnel': {
        const pay = this.page.locator('[data-do="pay"]').first();
        await this.press((await pay.count()) > 0 ? pay : this.page.locator('[data-do="withdraw"]'));
        break;
      }
      case 'passenger':
        await this.press(this.page.locator('[data-do="take"]').first());
        break;
      case 'give':
        await this.press(this.page.locator('[data-do="give"]').first());
        break;
      case 'pass':
        await this.press(this.page.locator('[data-do="pass"]'));
        break;
      default: {
        const track = phase === 'turn' ? await this.bestTrack() : null;
        if (track) {
          await this.choose(track);
          await this.pay();
        } else if (phase === 'turn' && (await this.page.locator('[data-draw]:not([disabled])').count()) === 0) {
          await this.press(this.page.locator('[data-do="tickets"]'));
        } else {
          await this.draw();
        }
        await this.moved(n);
        return track ? `claim ${track}` : 'draw';
      }
    }
    await this.moved(n);
    return panel;
  }

  protected async tick(boxes: Locator): Promise<void> {
    for (let i = 0; i < (await boxes.count()); i += 1) await this.press(boxes.nth(i));
  }

  /** Pay for the chosen track: the first way offered, with substitutes chosen if it has any. */
  protected async pay(): Promise<void> {
    const button = this.page.locator('[data-do="claim"]');
    await expect(button).toBeVisible();
    const more = this.page.locator('[data-give]:not([disabled])');
    for (let i = 0; i < 100 && (await button.isDisabled()); i += 1) {
      // The last card chosen may not have reached the page yet: then there is nothing more to add.
      if ((await more.count()) > 0) await this.press(more.first());
      else await this.page.waitForTimeout(20);
    }
    await this.press(button);
  }
}

/** Both play until the game is over; a game that never ends fails. */
export async function playToTheEnd(players: Player[], most = 900): Promise<number> {
  let decisions = 0;
  while (decisions < most) {
    let acted = false;
    for (const player of players) {
      const { mine, phase } = await player.state();
      if (phase === 'over') return decisions;
      if (!mine) continue;
      await player.act();
      decisions += 1;
      acted = true;
    }
    if (!acted) await players[0]!.page.waitForTimeout(15);
  }
  throw new Error(`not over after ${most} decisions`);
}
