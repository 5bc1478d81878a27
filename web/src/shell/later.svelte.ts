/** Parts of a page that its first view does not need: fetched soon after it, or at once when one is asked for. */

/** The first view has been painted by then, and nobody has decided anything. */
const SOON = 1000;
const RETRY = 2000;

export class Later<T> {
  readonly #load: () => Promise<T>;
  #part = $state.raw<T | null>(null);
  #asked = false;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** The part; null until it is there. For what is closed or hidden. */
  get part(): T | null {
    return this.#part;
  }

  /** The part, fetched at once. For what is to be seen. */
  get now(): T | null {
    this.#fetch();
    return this.#part;
  }

  /** Fetch it when the page has been painted and the browser has time; returns what stops that. */
  soon(): () => void {
    const timer = setTimeout(() => {
      // Safari has no such callback.
      if ('requestIdleCallback' in globalThis) requestIdleCallback(() => this.#fetch(), { timeout: SOON });
      else this.#fetch();
    }, SOON);
    return () => clearTimeout(timer);
  }

  #fetch(): void {
    if (this.#asked) return;
    this.#asked = true;
    this.#load().then(
      (part) => (this.#part = part),
      // Without a connection it is tried again: what asked for it still waits.
      () => setTimeout(() => ((this.#asked = false), this.#fetch()), RETRY),
    );
  }
}
