/** One table as this browser sees it: everything the server said, kept up to date, and what we say to it. */
import { mergePatch } from '../game/merge-patch';
import { readOptions, type Options } from '../game/notation';
import { forget, token } from '../server/http';
import { Socket } from '../server/socket';
import type {
  Answer,
  ClockState,
  ErrorBody,
  GameEvent,
  Hints,
  LoggedEvent,
  Result,
  Said,
  ServerMessage,
  TableInfo,
  View,
  You,
} from '../server/types';

type Listener = (event: GameEvent, before: View, after: View) => void;

interface Pending {
  action: string;
  on: number;
}

export class LiveTable {
  table = $state.raw<TableInfo | null>(null);
  you = $state.raw<You>({ seats: [], owner: false });
  /** Seat this browser looks from just now; null: a spectator. */
  seat = $state<number | null>(null);
  view = $state.raw<View | null>(null);
  n = $state(0);
  log = $state.raw<LoggedEvent[]>([]);
  chat = $state.raw<Said[]>([]);
  presence = $state.raw<Record<number, boolean>>({});
  spectators = $state(0);
  clock = $state.raw<(ClockState & { received: number }) | null>(null);
  /** How near our seat is to tracks and tickets: asked for again whenever the table has moved on. */
  hints = $state.raw<Hints | null>(null);
  result = $state.raw<Result | null>(null);
  online = $state(false);
  everOnline = $state(false);
  /** A move, or the rest of several decided together, is on its way; nothing else is sent meanwhile. */
  sending = $state(false);
  error = $state.raw<ErrorBody | null>(null);
  /** There is no such table. */
  gone = $state(false);

  options: Options = $derived(readOptions(this.view?.legal));
  /** A bot has our seat to the end: we left. */
  left: boolean = $derived(this.table?.seats.find((each) => each.seat === this.seat)?.stand_in === 'for_good');
  myTurn: boolean = $derived(
    !this.left && this.view !== null && this.seat !== null && this.view.phase !== 'over' && this.view.turn === this.seat,
  );

  readonly id: string;
  #socket: Socket;
  #pending = new Map<string, Pending>();
  #answers = new Map<string, (answer: Answer | null) => void>();
  /** Lines said whose fate is not known yet. */
  #lines = new Map<string, (heard: boolean) => void>();
  #listeners = new Set<Listener>();
  /** Moves decided together (a claim and its substitutes): each goes out when the one before has happened. */
  #queue: string[] = [];
  /** Number our last move got: until its event is here, the view is still the old one. */
  #arrived = 0;
  #wantSeat: number | null;
  /** Who we said we are. */
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
          this.#again();
        } else {
          for (const id of this.#lines.keys()) this.#heard(id, false);
        }
      },
      unknown: () => this.#beNobody(),
      gone: () => (this.gone = true),
    });
  }

  close(): void {
    this.#socket.close();
  }

  /** Be told of every event as it arrives, with the view before and after it (for motion and sound). */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  play(action: string, ...then: string[]): void {
    if (this.sending || !this.view) return;
    this.error = null;
    this.#queue = then;
    this.#move(action);
  }

  /** Say something at the table; false if it was refused or the line was lost before it was heard. */
  say(text: string): Promise<boolean> {
    const id = this.#id();
    return new Promise((resolve) => {
      if (this.#socket.send({ type: 'chat', id, text })) this.#lines.set(id, resolve);
      else resolve(false);
    });
  }

  /** Whether it was one of our lines that was heard, or was not. */
  #heard(id: string, heard: boolean): boolean {
    this.#lines.get(id)?.(heard);
    return this.#lines.delete(id);
  }

  /** Look from another of our seats (pass and play). What the last seat saw is forgotten at once. */
  lookFrom(seat: number): void {
    if (this.seat === seat) return;
    this.#wantSeat = seat;
    this.view = null;
    this.hints = null;
    this.log = [];
    this.seat = seat;
    this.#dropQuestions();
    this.#socket.send(this.#hello());
  }

  /** Our seats have changed by a request elsewhere: say hello again to be told as who we now look. */
  reopen(): void {
    this.error = null;
    this.#wantSeat = null;
    this.#socket.send(this.#hello());
  }

  ask(what: 'track' | 'ticket' | 'hints', subject = ''): Promise<Answer | null> {
    const id = this.#id();
    const about = what === 'hints' ? {} : { [what]: subject };
    return new Promise((resolve) => {
      if (!this.#socket.send({ type: 'ask', id, what, ...about })) resolve(null);
      else this.#answers.set(id, resolve);
    });
  }

  #id(): string {
    this.#counter += 1;
    return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}-${this.#counter}`;
  }

  #hello(): unknown {
    this.#token = token();
    // The number is only worth telling while we still hold the view that goes with it.
    return { type: 'hello', token: this.#token, seat: this.#wantSeat, have: this.view ? this.n : null };
  }

  /** The server forgot our token: whatever we held was somebody else's, who is not here any more. */
  #beNobody(): void {
    if (this.#token) forget(this.#token);
    this.#wantSeat = null;
    this.view = null;
    this.hints = null;
    this.log = [];
    this.#pending.clear();
    this.#queue = [];
    this.#settle();
  }

  #move(action: string): void {
    const id = this.#id();
    const pending = { action, on: this.n };
    this.#pending.set(id, pending);
    this.sending = true;
    this.#socket.send({ type: 'move', id, ...pending });
  }

  /** After a lost line nobody knows whether a move arrived: the same id is counted once. */
  #again(): void {
    for (const [id, pending] of this.#pending) this.#socket.send({ type: 'move', id, ...pending });
    this.#dropQuestions();
  }

  /** No answer will come any more, or it would be one to another seat's question. */
  #dropQuestions(): void {
    for (const resolve of this.#answers.values()) resolve(null);
    this.#answers.clear();
  }

  #settle(): void {
    this.sending = this.#pending.size > 0 || this.#queue.length > 0 || this.n < this.#arrived;
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
        // Chat is acknowledged by its place in the chat, which says nothing about the game.
        if (this.#heard(message.id, true)) break;
        if (this.#pending.delete(message.id)) this.#arrived = message.n;
        this.#next();
        break;
      case 'refused':
        this.error = message.error;
        if (message.id !== null && this.#heard(message.id, false)) break;
        if (message.id !== null) {
          this.#pending.delete(message.id);
          this.#answers.get(message.id)?.(null);
          this.#answers.delete(message.id);
        }
        this.#queue = [];
        this.#settle();
        if (message.error.code === 'stale') this.#socket.send({ type: 'resync' });
        break;
      case 'answer':
        this.#answers.get(message.id)?.(message);
        this.#answers.delete(message.id);
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
      this.#socket.send({ type: 'resync' });
      return;
    }
    const before = this.view;
    const after = mergePatch(before, message.patch);
    this.view = after;
    this.n = message.n;
    this.log = [...this.log, { n: message.n, event: message.event, by: message.by }];
    this.#setClock(message.clock);
    for (const listener of this.#listeners) listener(message.event, before, after);
    // Without a seat only closed tracks are told, and those change with claims alone.
    if (this.seat !== null || message.event.claimed) this.#refreshHints();
    this.#next();
  }

  /** One question at a time; what came meanwhile is asked for once more. */
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

  /** Send the next of the moves decided together, once it is possible. */
  #next(): void {
    const action = this.#queue[0];
    const ready = this.#pending.size === 0 && this.n >= this.#arrived;
    if (action !== undefined && ready) {
      if (this.myTurn && this.view?.legal?.includes(action)) {
        this.#queue.shift();
        this.#move(action);
        return;
      }
      // What was decided is no longer possible (a tunnel was withdrawn elsewhere, a clock ran out): ask anew.
      this.#queue = [];
    }
    this.#settle();
  }
}
