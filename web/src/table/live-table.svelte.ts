/** The client of one table: the state that the server sent, kept up to date, and our requests. */
import { mergePatch } from '../game/merge-patch';
import { readOptions, type Options } from '../game/notation';
import { forgetToken, giveNumbers, invitation, takeForgotten, token } from '../server/http';
import { Replies } from '../server/replies';
import { Socket } from '../server/socket';
import type {
  Answer,
  Ask,
  Choices,
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
import { settings } from '../shell/settings.svelte';
import { afterChoosing, decides, legalNow } from './first-choices';
import { MoveQueue } from './move-queue';
import { SeatReactions, type Reaction } from './reactions.svelte';

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
  readonly reactions = new SeatReactions();
  presence = $state.raw<Record<number, boolean>>({});
  spectators = $state(0);
  clock = $state.raw<(ClockState & { received: number }) | null>(null);
  /** How near our seat is to tracks and tickets; events bring what changes in them. */
  hints = $state.raw<Hints | null>(null);
  result = $state.raw<Result | null>(null);
  online = $state(false);
  everOnline = $state(false);
  /** A move, or the rest of several decided together, is being sent; no other move is sent meanwhile. */
  sending = $state(false);
  error = $state.raw<ErrorBody | null>(null);
  /** There is no such table. */
  gone = $state(false);

  /** While first tickets are chosen: by whom, and what we may choose. */
  choices = $state.raw<Choices | null>(null);

  options: Options = $derived(readOptions(legalNow(this.view, this.choices)));
  /** A bot has our seat to the end: we left. */
  left: boolean = $derived(this.table?.seats.find((each) => each.seat === this.seat)?.stand_in === 'for_good');
  myTurn: boolean = $derived(!this.left && decides(this.view, this.choices, this.seat));

  /** Asked before a move is sent (lessons); false: it is not. */
  guard: ((action: string) => boolean) | null = null;

  readonly id: string;
  #socket: Socket;
  #moves = new MoveQueue((id, move) => this.#send({ type: 'move', id, ...move }));
  #answers = new Replies<Answer | null>();
  /** Whether chat lines and reactions were accepted. */
  #lines = new Replies<boolean>();
  #listeners = new Set<Listener>();
  #wantSeat: number | null;
  /** Token of our last hello. */
  #token: string | null = null;
  #counter = 0;

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
    this.reactions.clear();
    this.#socket.close();
  }

  /** The connection is lost: try again at once. */
  reconnect(): void {
    this.#socket.reconnect();
  }

  /** Called for every event, with the view before and after it (for animation and sound). */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Make a move, and those that were decided with it; false if it is not sent. */
  play(action: string, ...then: string[]): boolean {
    if (this.sending || !this.view || this.guard?.(action) === false) return false;
    this.error = null;
    this.#moves.start(this.#id(), this.n, action, then);
    this.#settle();
    return true;
  }

  /** Say something at the table; false if it was refused or the connection was lost before that. */
  async say(text: string): Promise<boolean> {
    const id = this.#id();
    return this.#send({ type: 'chat', id, text }) && this.#lines.wait(id);
  }

  /** Show the others a reaction; false if it was refused or the connection was lost before that. */
  async react(reaction: Reaction): Promise<boolean> {
    const id = this.#id();
    return this.#send({ type: 'react', id, reaction }) && this.#lines.wait(id);
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

  async ask(what: Ask['what'], subject?: string): Promise<Answer | null> {
    const id = this.#id();
    if (!this.#send({ type: 'ask', id, what, ...(subject === undefined ? {} : { [what]: subject }) })) return null;
    // An idea takes longer than the socket waits for an answer; this one comes at once.
    if (what === 'idea') this.#send({ type: 'ping' });
    return this.#answers.wait(id);
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
    // A request of another part of the page may have been the first to hear that the token is unknown.
    if (takeForgotten()) this.error = { code: 'token_unknown', params: {}, text: '' };
    // The number is only valid together with its view.
    const have = this.view ? this.n : null;
    return { type: 'hello', token: this.#token, seat: this.#wantSeat, have, code: invitation(this.id) };
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
        if (this.table.status === 'waiting') void giveNumbers({ table: this.table, you: this.you });
        break;
      case 'snapshot':
        this.view = message.view;
        this.hints = message.hints;
        this.choices = null;
        this.n = message.n;
        this.#setClock(message.clock);
        this.#next();
        break;
      case 'choices':
        this.choices = message.seats.length > 0 || message.chosen ? message : null;
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
        if (this.choices && this.view && this.view.turn !== this.seat) {
          // It waits for the choices of others; its event comes when they have chosen.
          this.choices = afterChoosing(this.choices, this.seat);
          this.#moves.acknowledge(message.id, this.n);
        } else {
          this.#moves.acknowledge(message.id, message.n);
        }
        this.#next();
        break;
      case 'refused':
        this.error = message.error;
        if (message.error.code === 'invitation_needed') this.gone = true;
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
      case 'reacted':
        if (settings.reactions || this.you.seats.includes(message.seat))
          this.reactions.show(message.seat, message.reaction);
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
    if (after.phase !== 'keep') this.choices = null;
    this.n = message.n;
    this.log = [...this.log, { n: message.n, event: message.event, by: message.by }];
    this.#setClock(message.clock);
    // They compare with the hints before the event: which ticket was not made yet.
    for (const listener of this.#listeners) listener(message.event, before, after);
    if (message.hints) this.hints = mergePatch(this.hints, message.hints);
    this.#next();
  }

  #setClock(clock: ClockState | null): void {
    this.clock = clock && { ...clock, received: Date.now() };
  }

  #next(): void {
    this.#moves.advance(this.#id(), this.n, (this.myTurn && this.view?.legal) || []);
    this.#settle();
  }
}
