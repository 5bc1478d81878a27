/**
 * Plays inside the page, which is ten times faster than asking it from outside: whatever is pressed has to be on
 * the screen with nothing over it, and gets the events that a mouse would send. Runs in the browser, so it uses
 * nothing from outside this function.
 */
export async function playInPage({
  until,
  decisions,
  tunnelsOnly,
}: {
  until: 'over' | 'turn' | 'share';
  decisions: number;
  tunnelsOnly: boolean;
}): Promise<string[]> {
  const frame = (): Promise<number> => new Promise(requestAnimationFrame);
  const room = (): HTMLElement => document.querySelector<HTMLElement>('.room')!;
  const state = (): { n: number; mine: boolean; phase: string } => ({
    n: Number(room().dataset.n),
    mine: room().dataset.mine === 'yes',
    phase: room().dataset.phase ?? '',
  });
  const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);

  async function waitFor<T>(what: string, look: () => T | null | undefined | false): Promise<T> {
    const deadline = performance.now() + 30_000;
    for (;;) {
      const found = look();
      if (found) return found;
      if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`);
      await frame();
    }
  }

  /** Press the middle of an element as a mouse would; `inside` is what has to be on top there. */
  function press(target: Element, inside: Element = target): void {
    const hit = (block: ScrollLogicalPosition): [{ clientX: number; clientY: number }, Element | null] => {
      target.scrollIntoView({ block });
      const box = target.getBoundingClientRect();
      const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
      return [at, document.elementFromPoint(at.clientX, at.clientY)];
    };
    let [at, top] = hit('nearest');
    // As a person would scroll on who finds it under the buttons of a panel.
    if (!top || !(inside.contains(top) || top.contains(inside))) [at, top] = hit('center');
    if (!top || !(inside.contains(top) || top.contains(inside)))
      throw new Error(`something lies over ${target.outerHTML.slice(0, 120)}: ${top?.outerHTML.slice(0, 160) ?? '-'}`);
    const mouse = { bubbles: true, cancelable: true, composed: true, button: 0, pointerId: 1, pointerType: 'mouse' };
    top.dispatchEvent(new PointerEvent('pointerdown', { ...mouse, ...at, buttons: 1, isPrimary: true }));
    top.dispatchEvent(new PointerEvent('pointerup', { ...mouse, ...at, isPrimary: true }));
    top.dispatchEvent(new MouseEvent('click', { ...mouse, ...at, detail: 1 }));
  }

  const enabled = (selector: string): HTMLElement[] =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => !each.matches(':disabled'));

  /** The longest track that the page shows as claimable. */
  function bestTrack(): SVGGElement | null {
    const all = [...document.querySelectorAll<SVGGElement>('.track.claimable')];
    const length = (track: Element): number => track.querySelectorAll('.plate').length;
    if (tunnelsOnly) {
      const held = [...document.querySelectorAll('.hand .count')].reduce(
        (sum, each) => sum + Number(each.textContent),
        0,
      );
      const tunnels = all.filter((track) => track.matches('.tunnel')).sort((a, b) => length(a) - length(b));
      return held < 14 ? null : (tunnels[0] ?? null);
    }
    return all.sort((a, b) => length(b) - length(a))[0] ?? null;
  }

  async function claim(track: SVGGElement): Promise<void> {
    // When its window changes size the board follows a frame later: wait until it is stable.
    const middle = (): Element => {
      const plates = track.querySelectorAll('.plate');
      return plates[Math.floor(plates.length / 2)]!;
    };
    for (let box = middle().getBoundingClientRect(); ;) {
      await frame();
      await frame();
      const now = middle().getBoundingClientRect();
      if (now.x === box.x && now.y === box.y) break;
      box = now;
    }
    press(middle(), document.querySelector('.surface')!);
    const button = await waitFor('the claim button', () => find('[data-do="claim"]') as HTMLButtonElement | null);
    for (let i = 0; i < 100 && button.disabled; i += 1) {
      const more = enabled('[data-give]')[0];
      if (more) press(more);
      await frame();
    }
    press(button);
  }

  async function decide(): Promise<string> {
    await waitFor('the panel for the decision', () => !find('[data-loading]'));
    const panel = find('[data-panel]')?.dataset.panel;
    const first = (...selectors: string[]): HTMLElement =>
      selectors.flatMap((selector) => enabled(selector))[0] ?? document.body;
    switch (panel) {
      case 'keep': {
        for (const box of enabled('[data-panel="keep"] input')) press(box);
        await frame();
        press(first('[data-do="keep"]'));
        return panel;
      }
      case 'mix':
        press(enabled('[data-do="mix"]').at(-1)!);
        return panel;
      case 'tunnel':
        press(first('[data-do="pay"]', '[data-do="withdraw"]'));
        return panel;
      case 'passenger':
        press(first('[data-do="take"]'));
        return panel;
      case 'share':
        press(first('[data-do="share"]'));
        return panel;
      case 'give':
      case 'pass':
        press(first(`[data-do="${panel}"]`));
        return panel;
      default:
        break;
    }
    const track = state().phase === 'turn' ? bestTrack() : null;
    if (track) {
      await claim(track);
      return `claim ${track.dataset.track}`;
    }
    press(first('[data-draw="deck"]', '[data-draw]', '[data-do="tickets"]'));
    return 'draw';
  }

  const made: string[] = [];
  for (;;) {
    await waitFor('our turn', () => state().mine || state().phase === 'over');
    if (state().phase === 'over') return made;
    if (until === state().phase) return made;
    if (made.length >= decisions) {
      if (decisions < 900) return made;
      throw new Error(`not over after ${decisions} decisions`);
    }
    // What was pressed may still be there in the frame after its move.
    await frame();
    const { n, mine, phase } = state();
    // In that frame the choices of others may have come, and with them the turn.
    if (!mine || phase === 'over' || until === phase) continue;
    made.push(await decide());
    await waitFor(`the move after ${made.at(-1)}`, () => state().n > n);
    if (made.length >= decisions && decisions < 900) return made;
  }
}
