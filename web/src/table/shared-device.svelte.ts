/** Pass and play: several seats at one device; only the player who has confirmed to be here sees hidden things. */
import type { LiveTable } from './live-table.svelte';

export class SharedDevice {
  /** Seat whose player has confirmed to be here. */
  confirmed = $state<number | null>(null);

  readonly #live: Pick<LiveTable, 'you' | 'seat' | 'view'>;

  constructor(live: Pick<LiveTable, 'you' | 'seat' | 'view'>) {
    this.#live = live;
  }

  readonly #shared: boolean = $derived.by(() => this.#live.you.seats.length > 1);
  readonly #over: boolean = $derived.by(() => this.#live.view?.phase === 'over');

  /** Our seat whose turn it is and whose player has not confirmed yet: the screen waits for them. */
  curtain: number | null = $derived.by(() => {
    const { view, you } = this.#live;
    const next = this.#shared && view && !this.#over && you.seats.includes(view.turn) ? view.turn : null;
    return next !== this.confirmed ? next : null;
  });

  /** Whether the hand of our current seat may be shown. */
  open: boolean = $derived.by(
    () =>
      !this.#shared ||
      this.#over ||
      (this.curtain === null && this.confirmed !== null && this.confirmed === this.#live.seat),
  );
}
