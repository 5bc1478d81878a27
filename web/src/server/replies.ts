/** What is waited for from the server, by the id of the message that asked for it. */
export class Replies<T> {
  #waiting = new Map<string, (reply: T) => void>();

  wait(id: string): Promise<T> {
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Give a reply to whoever waits for it; false if nobody does. */
  settle(id: string, reply: T): boolean {
    this.#waiting.get(id)?.(reply);
    return this.#waiting.delete(id);
  }

  settleAll(reply: T): void {
    for (const id of [...this.#waiting.keys()]) this.settle(id, reply);
  }
}
