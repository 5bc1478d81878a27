/** How a table is laid out: by the window's size and the board's shape. */
import { MediaQuery } from 'svelte/reactivity';
import type { Layout } from '../server/types';

export class TableLayout {
  readonly #board: Pick<Layout, 'width' | 'height'>;
  readonly #below = new MediaQuery('max-width: 51.25em');
  readonly #upright = new MediaQuery('(min-width: 40em) and (min-height: 56em)');

  constructor(board: Pick<Layout, 'width' | 'height'>) {
    this.#board = board;
  }

  /** A phone's layout: a sheet of tabs below the board or beside it. */
  get narrow(): boolean {
    return this.#below.current;
  }

  /** An upright tablet: a wide board leaves room below it for hand, market and tickets at once. */
  get roomy(): boolean {
    return this.narrow && this.#upright.current && this.#board.width > this.#board.height;
  }

  /** A tall board leaves room beside it, so that nothing has to lie over it. */
  get tall(): boolean {
    return !this.narrow && this.#board.height > this.#board.width;
  }
}
