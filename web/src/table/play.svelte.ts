/** What the player at this browser is doing at a table: chosen track, payment, tickets looked at. Nothing of it is sent until confirmed. */
import type { Board } from '../board/model';
import { lookOf, type Look } from '../game/looks';
import type { Payment } from '../game/notation';
import type { Cards, Way } from '../server/types';
import { lookWord, seatName, trackLabel } from '../words';
import type { LiveTable } from './live.svelte';

export class Play {
  selected = $state<string | null>(null);
  payment = $state.raw<Payment | null>(null);
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
    trackLabel(this.board, track, lookWord(look, owner === null ? null : this.name(owner), owner !== null && owner === this.live.seat));

  select(track: string | null): void {
    this.selected = track;
    this.payment = null;
    this.mixing = false;
    if (track !== null) {
      const payments = this.live.options.claims.get(track);
      this.payment = payments?.length === 1 || payments ? (payments[0] ?? null) : null;
    }
  }

  /** Drop every unsent choice. */
  reset(): void {
    this.selected = null;
    this.payment = null;
    this.mixing = false;
  }
}
