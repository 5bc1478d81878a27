/** The client of one table: the state that the server sent, kept up to date, and our requests. */
import { mergePatch } from '../game/merge-patch';
import { readOptions, type Options } from '../game/notation';
import { forgetToken, token } from '../server/http';
import { Replies } from '../server/replies';
import { Socket } from '../server/socket';
import type {
  Answer,
  Ask,
  ClientMessage,
  ClockState,
  ErrorBody,
  GameEvent,
  Hello,
  Hints,
  LoggedEvent,
  Result,
  Said,
  ServerMessage,
  TableInfo,
  View,
  You,
} from '../server/types';
import { MoveQueue } from './move-queue';

type Listener = (event: GameEvent, before: View, after: View) => void;

export class LiveTable {
  table = $state.raw<TableInfo | null>(null);
  you = $state.raw<You>({ seats: [], owner: false });
  /** Seat that this browser looks from; null: a spectator. */
  seat = $state<number | null>(null);
  view = $state.raw<View | null>(null);
  n = $state(0);
  log = $state.raw<LoggedEvent[]>([]);
  chat = $state.raw<Said[]>([]);
  presence = $state.raw<Record<number, boolean>>({});
  spectators = $state(0);
  clock = $state.raw<(ClockState & { received: number }) | null>(null);
  /** How near our seat is to tracks and tickets; requested again after every move. */
  hints = $state.raw<Hints | null>(null);
  result = $state.raw<Result | null>(null);
  online = $state(false);
  everOnline = $state(false);
  /** A move, or the rest of several decided together, is being sent; no other move is sent meanwhile. */
  sending = $state(false);
  error = $state.raw<ErrorBody | null>(null);
  /** There is no such table. */
  gone = $state(false);

  options: Options = $derived(readOptions(this.view?.legal));
  /** A bot has our seat to the end: we left. */
  left: boolean = $derived(this.table?.seats.find((each) => each.seat === this.seat)?.stand_in === 'for_good');
  myTurn: boolean = $derived(
    !this.left &&
      this.view !== null &&
      this.seat !== null &&
      this.view.phase !== 'over' &&
      this.view.turn === this.seat,
  );

  readonly id: string;
  #socket: Socket;
  #moves = new MoveQueue((id, move) => this.#send({ type: 'move', id, ...move }));
  #answers = new Replies<Answer | null>();
  /** Whether chat lines were accepted. */
  #lines = new Replies<boolean>();
  #listeners = new Set<Listener>();
  #wantSeat: number | null;
  /** Token of our last hello. */
  #token: string | null = null;
  #counter = 0;
  #hinting = false;
  #stale = false;

  constructor(id: string, seat: number | null = null) {
    this.id = id;
    this.#wantSeat = seat;
    this.#socket = new Socket(`/ws/tables/${encodeURIComponent(id)}`, {
      hello: () => this.#hello(),
      message: (message) => this.#receive(message as ServerMessage),
      online: (online) => {
        this.online = online;
        if (online) {
          this.everOnline = true;
          this.#moves.resend();
          this.#answers.settleAll(null);
        } else {
          this.#lines.settleAll(false);
        }
      },
      unknown: () => this.#resetIdentity(),
      gone: () => (this.gone = true),
    });
  }

  close(): void {
    this.#socket.close();
  }

  /** Called for every event, with the view before and after it (for animation and sound). */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  play(action: string, ...then: string[]): void {
    if (this.sending || !this.view) return;
    this.error = null;
    this.#moves.start(this.#id(), this.n, action, then);
    this.#settle();
  }

  /** Say something at the table; false if it was refused or the connection was lost before that. */
  async say(text: string): Promise<boolean> {
    const id = this.#id();
    return this.#send({ type: 'chat', id, text }) && this.#lines.wait(id);
  }

  /** Look from another of our seats (pass and play); the view of the last one is dropped at once. */
  lookFrom(seat: number): void {
    if (this.seat === seat) return;
    this.#wantSeat = seat;
    this.view = null;
    this.hints = null;
    this.log = [];
    this.seat = seat;
    // A pending answer would be about another seat.
    this.#answers.settleAll(null);
    this.#send(this.#hello());
  }

  /** Our seats were changed by an HTTP request: say hello again, to learn which seat we look from. */
  reopen(): void {
    this.error = null;
    this.#wantSeat = null;
    this.#send(this.#hello());
  }

  async ask(what: Ask['what'], subject = ''): Promise<Answer | null> {
    const id = this.#id();
    const about = what === 'hints' ? {} : { [what]: subject };
    return this.#send({ type: 'ask', id, what, ...about }) ? this.#answers.wait(id) : null;
  }

  #send(message: ClientMessage): boolean {
    return this.#socket.send(message);
  }

  #id(): string {
    this.#counter += 1;
    return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}-${this.#counter}`;
  }

  #hello(): Hello {
    this.#token = token();
    // The number is only valid together with its view.
    return { type: 'hello', token: this.#token, seat: this.#wantSeat, have: this.view ? this.n : null };
  }

  /** The server no longer knows our token: drop what belongs to that person. */
  #resetIdentity(): void {
    if (this.#token) forgetToken(this.#token);
    this.#wantSeat = null;
    this.view = null;
    this.hints = null;
    this.log = [];
    this.#moves.clear();
    this.#settle();
  }

  #settle(): void {
    this.sending = this.#moves.busy(this.n);
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'table':
        this.table = message.table;
        this.you = message.you;
        this.seat = message.seat;
        this.#wantSeat = message.seat ?? this.#wantSeat;
        break;
      case 'snapshot':
        this.view = message.view;
        this.n = message.n;
        this.#setClock(message.clock);
        this.#refreshHints();
        this.#next();
        break;
      case 'log':
        this.log = message.events;
        break;
      case 'event':
        this.#event(message);
        break;
      case 'ack':
        // The number of a chat acknowledgement is a position in the chat, not in the game.
        if (this.#lines.settle(message.id, true)) break;
        this.#moves.acknowledge(message.id, message.n);
        this.#next();
        break;
      case 'refused':
        this.error = message.error;
        if (message.id !== null && this.#lines.settle(message.id, false)) break;
        if (message.id !== null) this.#answers.settle(message.id, null);
        this.#moves.refuse(message.id);
        this.#settle();
        if (message.error.code === 'stale') this.#send({ type: 'resync' });
        break;
      case 'answer':
        this.#answers.settle(message.id, message);
        break;
      case 'presence':
        this.presence = Object.fromEntries(message.seats.map((seat) => [seat.seat, seat.connected]));
        this.spectators = message.spectators;
        break;
      case 'said':
        if (!this.chat.some((line) => line.number === message.number)) this.chat = [...this.chat, message];
        break;
      case 'finished':
        this.result = message.result;
        this.table = message.result.table;
        break;
      case 'closing':
      case 'pong':
        break;
    }
  }

  #event(message: Extract<ServerMessage, { type: 'event' }>): void {
    if (message.n <= this.n && this.view) return;
    if (!this.view || message.n !== this.n + 1) {
      this.#send({ type: 'resync' });
      return;
    }
    const before = this.view;
    const after = mergePatch(before, message.patch);
    this.view = after;
    this.n = message.n;
    this.log = [...this.log, { n: message.n, event: message.event, by: message.by }];
    this.#setClock(message.clock);
    for (const listener of this.#listeners) listener(message.event, before, after);
    // Spectators only get closed tracks, which change only with claims.
    if (this.seat !== null || message.event.claimed) this.#refreshHints();
    this.#next();
  }

  /** One request at a time; if the table moved on meanwhile, it is repeated. */
  #refreshHints(): void {
    if (!this.view || (this.view.phase === 'over' && this.seat !== null)) return;
    if (this.#hinting) {
      this.#stale = true;
      return;
    }
    this.#hinting = true;
    this.#stale = false;
    void this.ask('hints').then((answer) => {
      this.#hinting = false;
      if (answer?.hints) this.hints = answer.hints;
      if (this.#stale) this.#refreshHints();
    });
  }

  #setClock(clock: ClockState | null): void {
    this.clock = clock && { ...clock, received: Date.now() };
  }

  #next(): void {
    this.#moves.advance(this.#id(), this.n, (this.myTurn && this.view?.legal) || []);
    this.#settle();
  }
}
