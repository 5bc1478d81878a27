/**
 * Unsent choices of the player: the chosen track, the payment, tickets to show. Nothing is sent
 * until confirmed.
 */
import type { Board } from '../board/model';
import { lookOf, type Look } from '../game/track-look';
import type { Payment } from '../game/notation';
import type { Cards, Way } from '../server/types';
import { lookWord, seatName, trackLabel } from '../shell/game-words';
import type { LiveTable } from './live-table.svelte';

export class Play {
  selected = $state<string | null>(null);
  /** The chosen payment, as the action text of the server; payments are parsed again for every view. */
  picked = $state<string | null>(null);
  /** Tickets whose ends are ringed on the board. */
  shown = $state.raw<ReadonlySet<string>>(new Set());
  way = $state.raw<Way | null>(null);
  fresh = $state<string | null>(null);
  freshCard = $state<string | null>(null);
  /** The player is choosing a mix of tickets (two decks). */
  mixing = $state(false);
  traced = $state.raw<readonly string[]>([]);

  readonly live: LiveTable;
  readonly board: Board;

  constructor(live: LiveTable, board: Board) {
    this.live = live;
    this.board = board;
  }

  /** Every payment for the chosen track, and the chosen one: the first until another is picked. */
  payments: readonly Payment[] = $derived.by(
    () => (this.selected !== null && this.live.options.claims.get(this.selected)) || [],
  );
  payment: Payment | null = $derived(
    this.payments.find((each) => each.action === this.picked) ?? this.payments[0] ?? null,
  );

  /** Cards the chosen payment would take. */
  spent: Cards = $derived(this.payment?.cards ?? {});

  marked: ReadonlySet<string> = $derived.by(() => {
    const ends = new Set<string>();
    for (const id of this.shown) {
      const ticket = this.board.tickets.get(id);
      if (ticket) {
        ends.add(ticket.a);
        ends.add(ticket.b);
      }
    }
    return ends;
  });

  name = (seat: number): string => seatName(this.live.table, seat);

  colour = (seat: number): string => {
    const info = this.live.table?.seats.find((each) => each.seat === seat);
    return info?.colour ?? this.board.playerColours[seat] ?? 'black';
  };

  look = (track: string): Look => lookOf(track, this.live.view, this.live.options, this.live.hints);

  owner = (track: string): number | null => this.live.view?.routes[track] ?? null;

  label = (track: string, look: Look, owner: number | null): string =>
    trackLabel(
      this.board,
      track,
      lookWord(look, owner === null ? null : this.name(owner), owner !== null && owner === this.live.seat),
    );

  select(track: string | null): void {
    this.reset();
    this.selected = track;
  }

  /** Drop every unsent choice. */
  reset(): void {
    this.selected = null;
    this.picked = null;
    this.mixing = false;
  }

  /** Another player takes over this device: drop everything that the last one chose or looked at. */
  forget(): void {
    this.reset();
    this.shown = new Set();
    this.way = null;
    this.traced = [];
    this.fresh = null;
    this.freshCard = null;
  }
}
