/** Wheel, drag and pinch on an element, reported as zooms, pans and taps. */

export interface GestureHandlers {
  pan: (dx: number, dy: number) => void;
  /** Zoom by a factor around a point of the element. */
  zoom: (factor: number, x: number, y: number) => void;
  tap: (x: number, y: number, target: EventTarget | null) => void;
  /** A click without a pointer, as assistive technology sends it. */
  press: (target: EventTarget | null) => void;
  /** True while fingers or a button are down. */
  moving: (moving: boolean) => void;
}

/** Pixels a pointer may move and still be a tap. */
const TAP_SLOP = 7;
/** A click within this many milliseconds of a pointer's end was reported as a tap or a drag already. */
const CLICK_DELAY = 500;

export function gestures(node: HTMLElement, handlers: GestureHandlers): { destroy: () => void } {
  const pointers = new Map<number, { x: number; y: number }>();
  let start: { x: number; y: number; target: EventTarget | null } | null = null;
  let dragged = false;
  let lifted = -Infinity;

  const local = (event: { clientX: number; clientY: number }): { x: number; y: number } => {
    const box = node.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, local(event));
    if (pointers.size === 1) {
      start = { ...local(event), target: event.target };
      dragged = false;
    } else {
      dragged = true;
    }
    handlers.moving(true);
  }

  function move(event: PointerEvent): void {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const now = local(event);
    if (start && Math.hypot(now.x - start.x, now.y - start.y) > TAP_SLOP && !dragged) {
      dragged = true;
      node.setPointerCapture(event.pointerId);
    }
    if (dragged) {
      const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const other = others[0];
      if (other) {
        const before = Math.hypot(last.x - other.x, last.y - other.y);
        const after = Math.hypot(now.x - other.x, now.y - other.y);
        if (before > 0) handlers.zoom(after / before, (now.x + other.x) / 2, (now.y + other.y) / 2);
        handlers.pan((now.x - last.x) / 2, (now.y - last.y) / 2);
      } else {
        handlers.pan(now.x - last.x, now.y - last.y);
      }
    }
    pointers.set(event.pointerId, now);
  }

  function up(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId)) return;
    lifted = event.timeStamp;
    if (pointers.size === 0) {
      if (event.type === 'pointerup' && !dragged && start) handlers.tap(start.x, start.y, start.target);
      start = null;
      handlers.moving(false);
    }
  }

  function click(event: MouseEvent): void {
    if (event.timeStamp - lifted > CLICK_DELAY) handlers.press(event.target);
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const point = local(event);
    const unit = event.deltaMode === 1 ? 16 : 1;
    // Two-finger scrolling on a trackpad arrives as small steps in both axes; with Ctrl it is a pinch.
    if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      handlers.pan(-event.deltaX * unit, -event.deltaY * unit);
    } else {
      handlers.zoom(Math.exp((-event.deltaY * unit) / (event.ctrlKey ? 120 : 420)), point.x, point.y);
    }
  }

  node.addEventListener('pointerdown', down);
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerup', up);
  node.addEventListener('pointercancel', up);
  node.addEventListener('click', click);
  node.addEventListener('wheel', wheel, { passive: false });
  return {
    destroy() {
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', up);
      node.removeEventListener('click', click);
      node.removeEventListener('wheel', wheel);
    },
  };
}
