/** Animates cards from their source to their target. Decoration: it never blocks, and any key or tap ends it. */
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
