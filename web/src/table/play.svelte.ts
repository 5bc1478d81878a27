/**
 * Unsent choices of the player: the chosen track, the payment, tickets to show. Nothing is sent
 * until confirmed.
 */
import type { LastMove, LitTicket, OwnedPath, OwnedPlaces } from '../board/board-highlights';
import type { Board } from '../board/model';
import { cheapestWay, type TicketWay } from '../game/ticket-ways';
import { lookOf, type Look } from '../game/track-look';
import type { Payment } from '../game/notation';
import { LOCOMOTIVE } from '../game/notation';
import type { Cards } from '../server/types';
import { lookWord, seatName, trackLabel, youName } from '../shell/game-words';
import type { LiveTable } from './live-table.svelte';

/** What the final scoring points at on the board. */
export interface Spot {
  lit?: LitTicket | null;
  paths?: readonly OwnedPath[];
  ringed?: readonly OwnedPlaces[];
}

export class Play {
  selected = $state<string | null>(null);
  /** The chosen payment, as the action text of the server; payments are parsed again for every view. */
  picked = $state<string | null>(null);
  /** Tickets whose ends are ringed on the board. */
  shown = $state.raw<ReadonlySet<string>>(new Set());
  /** The ticket under the pointer or the focus: lit on the board until it is left. */
  hovered = $state<string | null>(null);
  /** A card of the hand that was asked about: the tracks it can pay for stand out. */
  asked = $state<string | null>(null);
  /** The last claim, which moves on the board. */
  last = $state.raw<LastMove | null>(null);
  /** A ticket of ours that was just completed, and its line. */
  completed = $state.raw<{ ticket: string; path: OwnedPath } | null>(null);
  freshCard = $state<string | null>(null);
  /** The player is choosing a mix of tickets (two decks). */
  mixing = $state(false);
  /** Paths drawn for their owners: the longest ones, at the end. */
  paths = $state.raw<readonly OwnedPath[]>([]);

  spot = $state.raw<Spot | null>(null);
  /** The show of the final scoring has been seen to its end. */
  showSeen = $state(false);

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
    // The place that a passenger is taken from.
    if (this.live.myTurn) for (const take of this.live.options.takes) ends.add(take.place);
    return ends;
  });

  /** The ticket that is lit: the hovered one, or the only one shown. */
  lit: LitTicket | null = $derived.by(() => {
    if (this.spot) return this.spot.lit ?? null;
    const [only] = this.shown;
    const id = this.hovered ?? (this.shown.size === 1 ? only! : null);
    const ticket = id === null ? undefined : this.board.tickets.get(id);
    if (!ticket || id === null) return null;
    const done = this.wayOf(id, this.live.seat, true);
    const way = done ?? this.wayOf(id, this.live.seat);
    return {
      ends: [ticket.a, ticket.b],
      way: way?.tracks ?? [],
      state: done ? 'done' : way ? 'open' : 'missed',
      ...(done && this.live.seat !== null ? { colour: this.colour(this.live.seat) } : {}),
    };
  });

  /** Free tracks that serve our tickets, or that the card asked about can pay for; null: nothing to tell apart. */
  serving: ReadonlySet<string> | null = $derived.by(() => {
    const { view, seat } = this.live;
    if (!view || seat === null || view.phase === 'over') return null;
    if (this.asked !== null) return this.goodFor(this.asked);
    const open = (view.seats[seat]?.tickets ?? []).filter((id) => this.live.hints?.tickets[id] === 'open');
    const tracks = open.flatMap((id) => this.wayOf(id, seat)?.tracks ?? []);
    return tracks.length > 0 ? new Set(tracks.filter((track) => view.routes[track] === undefined)) : null;
  });

  /** Free tracks that a card can pay for: of its colour or gray; for a locomotive, those claimable with one now. */
  goodFor(card: string): ReadonlySet<string> {
    const { view, options, hints } = this.live;
    const free = this.board.layout.tracks.filter(
      ({ id }) => view?.routes[id] === undefined && !hints?.closed.includes(id),
    );
    return new Set(
      free
        .filter(({ id, colour, locomotives }) =>
          card === LOCOMOTIVE
            ? locomotives > 0 || (options.claims.get(id) ?? []).some((payment) => payment.cards[LOCOMOTIVE])
            : colour === card || colour === 'gray',
        )
        .map(({ id }) => id),
    );
  }

  /**
   * The way of a ticket for a seat: over its own tracks and free ones, whose spaces are the cost; with `built`, over
   * its own tracks only. Null: there is none.
   */
  wayOf(id: string, seat: number | null, built = false): TicketWay | null {
    const { view, hints } = this.live;
    const ticket = this.board.tickets.get(id);
    if (!view || !ticket || seat === null) return null;
    const cost = (track: string): number | null => {
      const owner = view.routes[track];
      if (owner !== undefined) return owner === seat ? 0 : null;
      return built || hints?.closed.includes(track) ? null : (this.board.tracks.get(track)?.length ?? null);
    };
    const through = (place: string): boolean => !this.board.places.get(place)?.country;
    return cheapestWay(this.board.layout.tracks, ticket.a, ticket.b, cost, through);
  }

  name = (seat: number): string => seatName(this.live.table, seat);

  /** As the log says it: "You" for our own seat, unless several are ours. */
  who = (seat: number): string =>
    this.live.you.seats.length === 1 && seat === this.live.seat ? youName() : this.name(seat);

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
    this.hovered = null;
    this.asked = null;
    this.paths = [];
    this.last = null;
    this.completed = null;
    this.freshCard = null;
  }
}
