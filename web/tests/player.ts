/** A player who plays by what the page shows, and knows no more than a person would. */
import { expect, type Locator, type Page } from '@playwright/test';
import { playInPage } from './play-in-page';

export class Player {
  readonly page: Page;
  readonly room: Locator;
  /** Claim nothing but short tunnels, with a full hand. */
  protected readonly tunnelsOnly: boolean = false;

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

  /** Decide whatever comes before the first turn, and wait until that turn is this player's. */
  async reachTurn(): Promise<void> {
    await this.play({ until: 'turn' });
  }

  /** Decide until there are several shares to choose from, or the game is over. */
  async reachShare(): Promise<void> {
    await this.play({ until: 'share' });
  }

  /** One decision, as soon as it is this player's. Returns what it was. */
  async act(): Promise<string> {
    return (await this.play({ decisions: 1 })).at(-1)!;
  }

  /**
   * Decide until the game is over, a turn or a choice of shares is reached, or so many decisions are made.
   * Returns what they were.
   */
  protected async play(wish: { until?: 'over' | 'turn' | 'share'; decisions?: number }): Promise<string[]> {
    return this.page.evaluate(playInPage, {
      until: wish.until ?? 'over',
      decisions: wish.decisions ?? 900,
      tunnelsOnly: this.tunnelsOnly,
    });
  }

  async playToTheEnd(): Promise<void> {
    await this.play({ until: 'over' });
  }
}

/** All of them play until the game is over; a game that never ends fails. */
export async function playToTheEnd(players: readonly Player[]): Promise<void> {
  await Promise.all(players.map((player) => player.playToTheEnd()));
}
