/** Pending replies of the server, by the id of the request. */
export class Replies<T> {
  #waiting = new Map<string, (reply: T) => void>();

  wait(id: string): Promise<T> {
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Resolve the pending reply; false if there is none. */
  settle(id: string, reply: T): boolean {
    this.#waiting.get(id)?.(reply);
    return this.#waiting.delete(id);
  }

  settleAll(reply: T): void {
    for (const id of [...this.#waiting.keys()]) this.settle(id, reply);
  }
}
