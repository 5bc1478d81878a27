/**
 * Our moves that are being sent. Moves decided together (a claim and its substitutes) are sent one by one, each
 * after the event of the one before.
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
  /** Number of our last acknowledged move: until its event arrives, the view is still the old one. */
  #arrived = 0;

  constructor(send: (id: string, move: SentMove) => void) {
    this.#send = send;
  }

  /** Whether a move is still pending after action `n`. */
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
    // No longer legal (a tunnel was withdrawn elsewhere, a clock ran out): the player decides again.
    this.#next = legal.includes(action) ? rest : [];
    if (legal.includes(action)) this.#put(id, { action, on: n });
  }

  /** The server acknowledged a move as action `n`. */
  acknowledge(id: string, n: number): void {
    if (this.#sent.delete(id)) this.#arrived = n;
  }

  /** The server refused a move: those that were to follow are dropped. */
  refuse(id: string | null): void {
    if (id !== null) this.#sent.delete(id);
    this.#next = [];
  }

  /** After a lost connection it is unknown whether a move arrived; sending it again is safe, as ids count once. */
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
