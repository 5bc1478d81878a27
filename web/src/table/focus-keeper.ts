/**
 * Restores the focus that a move took away.
 *
 * A button is disabled while its move is under way, and a panel is gone once it is answered: the browser then
 * leaves the focus nowhere, and whoever plays by keyboard would begin again at the top of the page.
 */
export class FocusKeeper {
  #last: HTMLElement | SVGElement | null = null;

  /** Remember where the focus is. */
  entered(target: EventTarget | null): void {
    this.#last = target instanceof HTMLElement || target instanceof SVGElement ? target : null;
  }

  /** Focus that the player moved away is not restored. */
  left(target: EventTarget | null): void {
    if (target === this.#last && this.#last && stays(this.#last)) this.#last = null;
  }

  /** Once something can be done again: back to the same button, else to the pile for who drew, else to the board. */
  restore(room: ParentNode): void {
    const last = this.#last;
    if (!last || (document.activeElement && document.activeElement !== document.body)) return;
    const drew = last.dataset.draw;
    const places = drew ? [`[data-draw="${CSS.escape(drew)}"]`, '[data-draw="deck"]'] : [];
    for (const place of [...places, '.track[tabindex="0"]']) {
      const found = room.querySelector<HTMLElement>(`${place}:not(:disabled)`);
      if (!found) continue;
      found.focus({ preventScroll: true });
      return;
    }
  }
}

const stays = (element: Element): boolean => element.isConnected && !element.matches(':disabled');
