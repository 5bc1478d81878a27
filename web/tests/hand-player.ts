/** A player whose every press comes from outside the page: by keys or by touch, as the subclass does it. */
import { expect, type Locator } from '@playwright/test';
import { Player } from './player';

export abstract class HandPlayer extends Player {
  protected abstract press(target: Locator): Promise<void>;
  /** Open a track that can be claimed. */
  protected abstract choose(track: string): Promise<void>;

  /** The longest track the page shows as claimable. */
  async #bestTrack(): Promise<string | null> {
    return this.page.evaluate(() => {
      const tracks = [...document.querySelectorAll<SVGGElement>('.track.claimable')];
      tracks.sort((a, b) => b.querySelectorAll('.plate').length - a.querySelectorAll('.plate').length);
      return tracks[0]?.dataset.track ?? null;
    });
  }

  protected async draw(): Promise<void> {
    const deck = this.page.locator('[data-draw="deck"]');
    if (await deck.isEnabled()) await this.press(deck);
    else await this.press(this.page.locator('[data-draw]:not([disabled])').first());
  }

  override async reachTurn(): Promise<void> {
    for (;;) {
      const { mine, phase } = await this.state();
      if (mine && phase === 'turn') return;
      if (mine) await this.act();
      else await this.page.waitForTimeout(15);
    }
  }

  override async playToTheEnd(): Promise<void> {
    for (let decisions = 0; decisions < 900;) {
      const { mine, phase } = await this.state();
      if (phase === 'over') return;
      if (!mine) await this.page.waitForTimeout(15);
      else {
        await this.act();
        decisions += 1;
      }
    }
    throw new Error('not over after 900 decisions');
  }

  override async act(): Promise<string> {
    await expect.poll(async () => (await this.state()).mine, { intervals: [20, 30, 50, 100] }).toBe(true);
    await expect(this.page.locator('[data-loading]')).toHaveCount(0);
    const { n, panel, phase } = await this.state();
    const first = (selector: string): Locator => this.page.locator(selector).first();
    switch (panel) {
      case 'keep': {
        const boxes = this.page.locator('[data-panel="keep"] input');
        for (let i = 0; i < (await boxes.count()); i += 1) await this.press(boxes.nth(i));
        await this.pressFor(n, this.page.locator('[data-do="keep"]'));
        break;
      }
      case 'mix':
        await this.press(this.page.locator('[data-do="mix"]').last());
        break;
      case 'tunnel':
        await this.press(
          (await first('[data-do="pay"]').count()) > 0 ? first('[data-do="pay"]') : first('[data-do="withdraw"]'),
        );
        break;
      case 'passenger':
        await this.press(first('[data-do="take"]'));
        break;
      case 'give':
      case 'pass':
        await this.press(first(`[data-do="${panel}"]`));
        break;
      default: {
        const track = phase === 'turn' ? await this.#bestTrack() : null;
        if (track) {
          await this.choose(track);
          await this.#pay();
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

  /** Press what makes move n. A tap may be reported as failed because its target went away with the move it made. */
  async pressFor(n: number, target: Locator): Promise<void> {
    try {
      await this.press(target);
    } catch (error) {
      if ((await this.state()).n === n) throw error;
    }
  }

  /** Pay for the chosen track: the first way offered, with substitutes chosen if it has any. */
  async #pay(): Promise<void> {
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
