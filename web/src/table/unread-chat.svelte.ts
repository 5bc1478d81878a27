/** The number of chat lines since the chat was last open. */
import type { Said } from '../server/types';

export class UnreadChat {
  #open = $state(false);
  #read = $state(0);

  readonly #live: { readonly chat: readonly Said[] };

  constructor(live: { readonly chat: readonly Said[] }) {
    this.#live = live;
  }

  get open(): boolean {
    return this.#open;
  }

  set open(open: boolean) {
    if (this.#open && !open) this.#read = this.#live.chat.length;
    this.#open = open;
  }

  get unread(): number {
    return this.#open ? 0 : this.#live.chat.length - this.#read;
  }
}
