/** The layout of a table, by the window's size and the board's shape. */
import { MediaQuery } from 'svelte/reactivity';
import type { Layout } from '../server/types';

export class TableLayout {
  readonly #board: Pick<Layout, 'width' | 'height'>;
  /** A phone held sideways, or a window with text at 200 %. */
  readonly #flat = new MediaQuery('(max-height: 32em) and (min-width: 35em)');
  readonly #below = new MediaQuery('max-width: 51.25em');
  readonly #upright = new MediaQuery('(min-width: 40em) and (min-height: 56em)');

  constructor(board: Pick<Layout, 'width' | 'height'>) {
    this.#board = board;
  }

  /** The board and a column of tabs beside it. */
  get sideways(): boolean {
    return this.#flat.current;
  }

  /** The layouts of phones and upright tablets: a sheet of tabs below or beside the board. */
  get narrow(): boolean {
    return this.#below.current || this.sideways;
  }

  /** A tablet held upright: below the board there is room for hand, market and tickets together. */
  get roomy(): boolean {
    return this.narrow && this.#upright.current && !this.sideways;
  }

  /** Whether the board is taller than wide: on a large screen, trays lie at its sides and not below it. */
  get tall(): boolean {
    return !this.narrow && this.#board.height > this.#board.width;
  }
}
