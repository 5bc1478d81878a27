/** The layout of a table, by the window's size and the board's shape. */
import { MediaQuery } from 'svelte/reactivity';
import type { Layout } from '../server/types';

export class TableLayout {
  readonly #board: Pick<Layout, 'width' | 'height'>;
  readonly #below = new MediaQuery('max-width: 51.25em');
  readonly #upright = new MediaQuery('(min-width: 40em) and (min-height: 56em)');

  constructor(board: Pick<Layout, 'width' | 'height'>) {
    this.#board = board;
  }

  /** The phone layout: a sheet of tabs below or beside the board. */
  get narrow(): boolean {
    return this.#below.current;
  }

  /** A tablet in portrait: below a wide board there is room for hand, market and tickets. */
  get roomy(): boolean {
    return this.narrow && this.#upright.current && this.#board.width > this.#board.height;
  }

  /** Beside a tall board there is room, so that nothing has to lie over it. */
  get tall(): boolean {
    return !this.narrow && this.#board.height > this.#board.width;
  }
}
