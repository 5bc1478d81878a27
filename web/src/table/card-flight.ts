/** Animates cards from their source to their target. Decoration: it never blocks, and any key or tap ends it. */
import { inOrder } from '../game/notation';
import type { Cards } from '../server/types';
import { motionAllowed } from '../shell/settings.svelte';

const LENGTH = 300;
const flying = new Set<Animation>();

function endAll(): void {
  for (const animation of flying) animation.finish();
}

/** Animate a copy of `from` to the centre of `to`, then remove it. */
export function fly(from: Element | null, to: Element | null): void {
  if (!from || !to || !motionAllowed()) return;
  const start = from.getBoundingClientRect();
  const end = to.getBoundingClientRect();
  if (start.width === 0 || end.width === 0) return;
  const copy = from.cloneNode(true) as HTMLElement;
  copy.setAttribute('aria-hidden', 'true');
  copy.removeAttribute('data-draw');
  copy.inert = true;
  Object.assign(copy.style, {
    position: 'fixed',
    left: `${start.left}px`,
    top: `${start.top}px`,
    width: `${start.width}px`,
    height: `${start.height}px`,
    margin: '0',
    zIndex: '60',
    pointerEvents: 'none',
  });
  document.body.append(copy);
  const dx = end.left + end.width / 2 - start.left - start.width / 2;
  const dy = end.top + end.height / 2 - start.top - start.height / 2;
  const animation = copy.animate(
    [{ transform: 'none' }, { transform: `translate(${dx}px, ${dy}px) scale(0.7)`, opacity: 0.6 }],
    { duration: LENGTH, easing: 'ease-in-out' },
  );
  track(animation, copy);
}

/** Paid cards fly from their player's seat to the track, one after the other. */
export function flyCards(cards: Cards, from: Element | null, to: Element | null): void {
  if (!from || !to || !motionAllowed()) return;
  const start = from.getBoundingClientRect();
  const end = to.getBoundingClientRect();
  const all = inOrder(cards).flatMap(([card, count]) => Array<string>(count).fill(card));
  for (const [index, card] of all.slice(0, 9).entries()) {
    const copy = document.createElement('span');
    copy.className = `flying-card colour-${card}`;
    copy.setAttribute('aria-hidden', 'true');
    Object.assign(copy.style, {
      left: `${start.left + start.width / 2 - 12}px`,
      top: `${start.top + start.height / 2 - 16}px`,
    });
    document.body.append(copy);
    const dx = end.left + end.width / 2 - start.left - start.width / 2;
    const dy = end.top + end.height / 2 - start.top - start.height / 2;
    const animation = copy.animate(
      [
        { transform: 'none', opacity: 0 },
        { opacity: 1, offset: 0.2 },
        { transform: `translate(${dx}px, ${dy}px) scale(0.6)`, opacity: 0.4 },
      ],
      { duration: 2 * LENGTH, delay: index * 70, easing: 'ease-in-out' },
    );
    track(animation, copy);
  }
}

function track(animation: Animation, copy: Element): void {
  flying.add(animation);
  const done = (): void => {
    flying.delete(animation);
    copy.remove();
  };
  animation.onfinish = done;
  animation.oncancel = done;
  if (flying.size === 1) {
    window.addEventListener('keydown', endAll, { once: true });
    window.addEventListener('pointerdown', endAll, { once: true });
  }
}
