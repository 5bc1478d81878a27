/** Pass and play: several seats at one device, of which only the player who said "it is me" sees anything secret. */
import type { LiveTable } from './live-table.svelte';

export class SharedDevice {
  /** Seat whose player has said to be here. */
  confirmed = $state<number | null>(null);

  readonly #live: Pick<LiveTable, 'you' | 'seat' | 'view'>;

  constructor(live: Pick<LiveTable, 'you' | 'seat' | 'view'>) {
    this.#live = live;
  }

  readonly #shared: boolean = $derived.by(() => this.#live.you.seats.length > 1);
  readonly #over: boolean = $derived.by(() => this.#live.view?.phase === 'over');

  /** Seat of ours whose turn it is and whose player has not yet said to be here: the screen waits for them. */
  curtain: number | null = $derived.by(() => {
    const { view, you } = this.#live;
    const next = this.#shared && view && !this.#over && you.seats.includes(view.turn) ? view.turn : null;
    return next !== this.confirmed ? next : null;
  });

  /** What the seat we look from holds may be shown. */
  open: boolean = $derived.by(
    () =>
      !this.#shared ||
      this.#over ||
      (this.curtain === null && this.confirmed !== null && this.confirmed === this.#live.seat),
  );
}
