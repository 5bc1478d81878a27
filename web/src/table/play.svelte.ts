/**
 * Unsent choices of the player: the chosen track, the payment, tickets to show. Nothing is sent
 * until confirmed.
 */
import type { LastMove, LitTicket, OwnedPath, OwnedPlaces } from '../board/board-highlights';
import { ticketEnds, type Board } from '../board/model';
import { cheapestNetwork, placesOnWay, wayToBestEnd, type TicketWay } from '../game/ticket-ways';
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
  /** A ticket of ours that was just completed. */
  completed = $state<string | null>(null);
  freshCard = $state<string | null>(null);
  /** The player is choosing a mix of tickets (two decks). */
  mixing = $state(false);
  /** The player is choosing where to build a station, and the place chosen so far. */
  building = $state(false);
  site = $state<string | null>(null);
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
      if (ticket) for (const end of ticketEnds(this.board, ticket).flat()) ends.add(end);
    }
    // The place that a passenger is taken from.
    if (this.live.myTurn) for (const take of this.live.options.takes) ends.add(take.place);
    if (this.building && this.site !== null) ends.add(this.site);
    return ends;
  });

  /** The ticket that is lit: the hovered one, or the only one shown; or one that was just completed. */
  lit: LitTicket | null = $derived.by(() => {
    if (this.spot) return this.spot.lit ?? null;
    const [only] = this.shown;
    const id = this.hovered ?? (this.shown.size === 1 ? only! : null) ?? this.completed;
    const ticket = id === null ? undefined : this.board.tickets.get(id);
    if (!ticket || id === null) return null;
    const done = this.wayOf(id, this.live.seat, true);
    const way = done ?? this.wayOf(id, this.live.seat);
    return {
      ends: placesOnWay(ticketEnds(this.board, ticket), done),
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
   * The way of a ticket for a seat: over its own and shared tracks and free ones, whose spaces are the cost; with
   * `built`, not over free ones. Null: there is none. Of several values, that to the nearest end, or the best reached.
   */
  wayOf(id: string, seat: number | null, built = false): TicketWay | null {
    const { view, hints } = this.live;
    const ticket = this.board.tickets.get(id);
    if (!view || !ticket || seat === null) return null;
    const borrowed = this.#borrowed(seat, id);
    const cost = (track: string): number | null => {
      const owner = view.routes[track];
      if (owner !== undefined) return owner === seat || borrowed.has(track) || this.isShared(track) ? 0 : null;
      return built || hints?.closed.includes(track) ? null : (this.board.tracks.get(track)?.length ?? null);
    };
    const through = (place: string): boolean => !this.board.places.get(place)?.country;
    const ends = ticketEnds(this.board, ticket);
    const values = Object.values(ticket.values);
    return values.length > 0
      ? wayToBestEnd(this.board.layout.tracks, ends, values, cost, through)
      : cheapestNetwork(this.board.layout.tracks, ends, cost, through);
  }

  /** The points that a ticket with several values has reached so far; null: none, or it has one value. */
  pointsReached(id: string, seat: number | null): number | null {
    const end = this.wayOf(id, seat, true)?.end;
    return end === undefined ? null : Object.values(this.board.tickets.get(id)!.values)[end - 1]!;
  }

  /** Does this track count for everybody's tickets once somebody has claimed it? */
  isShared = (track: string): boolean => this.board.costs.get(track)?.shared ?? false;

  /**
   * Tracks of others on a seat's way for a ticket. The server says at the end which ones its stations borrow; before,
   * it says only that the ticket is made, and the way is one of those over the tracks at the seat's stations.
   */
  #borrowed(seat: number, ticket: string): ReadonlySet<string> {
    const { view, hints } = this.live;
    const known = view?.seats[seat]?.borrowed;
    if (known || hints?.tickets[ticket] !== 'made') return new Set(known);
    const at = new Set(
      Object.entries(view?.stations ?? {}).flatMap(([id, seats]) => (seats.includes(seat) ? [id] : [])),
    );
    const near = this.board.layout.tracks.filter(({ a, b }) => at.has(a) || at.has(b));
    return new Set(near.map(({ id }) => id));
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

  /** Have the player choose where to build a station. */
  chooseSite(): void {
    this.reset();
    this.building = true;
  }

  /** Drop every unsent choice. */
  reset(): void {
    this.selected = null;
    this.picked = null;
    this.mixing = false;
    this.building = false;
    this.site = null;
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
