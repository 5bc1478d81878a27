/**
 * Our moves on their way to the server. Moves decided together (a claim and its substitutes) go out one by one, each
 * when the one before has happened.
 */
export interface SentMove {
  action: string;
  /** Number of the action that it follows. */
  on: number;
}

export class MoveQueue {
  #send: (id: string, move: SentMove) => void;
  #sent = new Map<string, SentMove>();
  #next: string[] = [];
  /** Number our last move got: until its event is here, the view is still the old one. */
  #arrived = 0;

  constructor(send: (id: string, move: SentMove) => void) {
    this.#send = send;
  }

  /** Whether something is still to happen after the action of number `n`. */
  busy(n: number): boolean {
    return this.#sent.size > 0 || this.#next.length > 0 || n < this.#arrived;
  }

  /** Send a move after action `n`; the others follow. */
  start(id: string, n: number, action: string, next: readonly string[]): void {
    this.#next = [...next];
    this.#put(id, { action, on: n });
  }

  /** Send the next of the moves decided together, once it is possible. */
  advance(id: string, n: number, legal: readonly string[]): void {
    const [action, ...rest] = this.#next;
    if (action === undefined || this.#sent.size > 0 || n < this.#arrived) return;
    // What was decided is no longer possible (a tunnel was withdrawn elsewhere, a clock ran out): ask anew.
    this.#next = legal.includes(action) ? rest : [];
    if (legal.includes(action)) this.#put(id, { action, on: n });
  }

  /** The server took a move as the action of number `n`. */
  acknowledge(id: string, n: number): void {
    if (this.#sent.delete(id)) this.#arrived = n;
  }

  /** The server refused something: what was to follow is dropped with it. */
  refuse(id: string | null): void {
    if (id !== null) this.#sent.delete(id);
    this.#next = [];
  }

  /** After a lost connection: whether a move arrived is unknown, and the server counts an id once. */
  resend(): void {
    for (const [id, move] of this.#sent) this.#send(id, move);
  }

  clear(): void {
    this.#sent.clear();
    this.#next = [];
  }

  #put(id: string, move: SentMove): void {
    this.#sent.set(id, move);
    this.#send(id, move);
  }
}
