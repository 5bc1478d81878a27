/** What the screen of a game in play shows, and what its controls do. */
import { NO_INSETS, type Insets, type TicketMark } from '../board/board-highlights';
import { ticketEnds, type Board } from '../board/model';
import { pendingDecision, type Decision } from '../decisions/pending-decision';
import { readOptions, type Options } from '../game/notation';
import { sinceLastTurn } from '../game/recent-events';
import { lookOf, type Look } from '../game/track-look';
import type { LoggedEvent, SeatView, View } from '../server/types';
import { Later } from '../shell/later.svelte';
import type { LiveTable } from './live-table.svelte';
import type { Play } from './play.svelte';
import { SharedDevice } from './shared-device.svelte';
import type { TableLayout } from './table-layout.svelte';
import { UnreadChat } from './unread-chat.svelte';

export type Tab = 'hand' | 'market' | 'tickets' | 'routes' | 'players' | 'log';

const NOTHING = readOptions([]);

export class GameScreen {
  readonly live: LiveTable;
  readonly board: Board;
  readonly play: Play;
  readonly layout: TableLayout;
  readonly device: SharedDevice;
  readonly chat: UnreadChat;
  /** What is closed or hidden in the first view. */
  readonly closed = new Later(() => import('./closed-parts'));

  /** The final scoring lies over the board. */
  scoresOpen = $state(true);
  /** A notice for everyone, until it is closed. */
  notice = $state('');
  /** The last moves for screen readers, each in its own line: of two equal texts only one would be read. */
  announced = $state.raw<readonly { n: number; words: string }[]>([]);
  /** What trays cover of the board's window. */
  insets = $state.raw<Insets>(NO_INSETS);
  /** The trays at the side of a large screen are shown. */
  railOpen = $state(true);
  helpOpen = $state(false);
  /** Tab chosen on a small screen; `tab` is the one that is shown. */
  chosenTab = $state<Tab>('hand');

  constructor(live: LiveTable, board: Board, play: Play, layout: TableLayout) {
    this.live = live;
    this.board = board;
    this.play = play;
    this.layout = layout;
    this.device = new SharedDevice(live);
    this.chat = new UnreadChat(live);
  }

  /** Whether the hand of our current seat may be shown. */
  get open(): boolean {
    return this.device.open;
  }

  get view(): View | null {
    return this.live.view;
  }

  get over(): boolean {
    return this.view?.phase === 'over';
  }

  /** The final scoring is open; on a small screen it takes all of it. */
  get scoring(): boolean {
    return this.over && this.scoresOpen;
  }

  /** Without a seat there is no hand: the market is shown instead. */
  get watching(): boolean {
    return this.live.seat === null;
  }

  mine: SeatView | undefined = $derived.by(() =>
    this.open && this.live.seat !== null ? this.view?.seats[this.live.seat] : undefined,
  );
  canAct: boolean = $derived.by(() => this.live.myTurn && this.open && !this.live.sending);
  options: Options = $derived.by(() => (this.open ? this.live.options : NOTHING));

  /** A decision that must be made first; it replaces market and tickets, the board stays visible. */
  decision: Decision | null = $derived.by(() =>
    this.open && this.live.myTurn
      ? pendingDecision(this.options, this.play.mixing, this.live.sending, this.play.building)
      : null,
  );
  /** Whether we may ask for an idea: it is our turn, and all others are bots. */
  mayAsk: boolean = $derived.by(
    () =>
      this.canAct &&
      (this.live.table?.seats ?? []).every((each) => each.kind === 'bot' || each.seat === this.live.seat),
  );
  ideaOpen = $state(false);
  /** There is a decision to make, or a track was chosen. */
  task: boolean = $derived.by(() => this.open && (this.play.selected !== null || this.decision !== null));

  /** Everything that happened since our last move, moves of our stand-in included. */
  recent: LoggedEvent[] = $derived.by(() =>
    this.open && !this.over ? sinceLastTurn(this.live.log, this.live.seat) : [],
  );
  /** Tracks claimed since our last move: they keep a halo until we move. */
  since: ReadonlySet<string> = $derived(
    new Set(this.recent.flatMap(({ event }) => (event.claimed ? [event.claimed] : []))),
  );
  /** How many moves a bot made in our place since we were last here; we are told until we move. */
  stoodIn: number = $derived(
    this.recent.filter(({ event, by }) => by === 'stand_in' && event.seat === this.live.seat).length,
  );

  /** Quiet paired marks of our tickets. */
  ticketMarks: readonly TicketMark[] = $derived.by(() =>
    (this.over ? [] : (this.mine?.tickets ?? [])).flatMap((id) => {
      const ticket = this.board.tickets.get(id);
      const state = this.live.hints?.tickets[id] ?? 'open';
      return ticket
        ? [
            {
              ticket: id,
              ends: ticketEnds(this.board, ticket),
              state: state === 'made' ? ('done' as const) : state === 'lost' ? ('impossible' as const) : state,
            },
          ]
        : [];
    }),
  );

  /** A roomy sheet shows market and tickets with the hand. */
  get tab(): Tab {
    const withHand = this.layout.roomy && (this.chosenTab === 'market' || this.chosenTab === 'tickets');
    return withHand ? 'hand' : this.chosenTab;
  }

  /** The market is visible on a small screen. */
  get marketShown(): boolean {
    return this.tab === 'market' || (this.layout.roomy && this.tab === 'hand');
  }

  /** The look of a track on this screen; how near a hand is to it is only shown to its player. */
  look = (track: string): Look => (this.open ? this.play.look(track) : lookOf(track, this.view, NOTHING, null));

  draw = (action: string): void => {
    this.play.reset();
    this.live.play(action);
  };

  drawTickets = (): void => {
    this.play.reset();
    const [only, ...more] = this.live.options.tickets;
    if (only && more.length === 0) this.live.play(only.action);
    else this.play.mixing = true;
    if (this.layout.narrow) this.chosenTab = 'tickets';
  };

  /** Another player takes over this device: drop everything that the last one chose or was told. */
  confirm(seat: number): void {
    this.device.confirmed = seat;
    this.play.forget();
    this.announced = [];
    this.live.error = null;
    this.live.lookFrom(seat);
  }

  announce(words: string): void {
    this.announced = [...this.announced.slice(-4), { n: this.live.n, words }];
  }
}
