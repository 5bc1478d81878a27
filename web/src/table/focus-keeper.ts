/**
 * Restores the focus that was lost by a move.
 *
 * A button is disabled while its move is under way, and a panel is gone once it is answered: the browser then
 * drops the focus, and keyboard players would have to start again at the top of the page.
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

  /** When something can be done again: focus the same button, else the deck after a draw, else the board. */
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
