/** The camera over the board: a scale and an offset, and the arithmetic of zoom and pan. */

export interface Camera {
  /** Screen pixels per board unit. */
  scale: number;
  /** Screen position of the board's top left corner. */
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Largest zoom, relative to the whole board fitting its window. */
export const MOST = 6;

export function fitScale(board: Size, window: Size): number {
  return Math.max(0.01, Math.min(window.width / board.width, window.height / board.height));
}

/** The whole board, in the middle. */
export function fit(board: Size, window: Size): Camera {
  return clamp({ scale: fitScale(board, window), x: 0, y: 0 }, board, window);
}

/** Keep the board in its window: never smaller than fitting, no empty edge while it is larger. */
export function clamp(camera: Camera, board: Size, window: Size): Camera {
  const least = fitScale(board, window);
  const scale = Math.min(Math.max(camera.scale, least), least * MOST);
  return {
    scale,
    x: along(camera.x, board.width * scale, window.width),
    y: along(camera.y, board.height * scale, window.height),
  };
}

function along(offset: number, length: number, window: number): number {
  if (length <= window) return (window - length) / 2;
  return Math.min(0, Math.max(window - length, offset));
}

/** Zoom by a factor with the board point under (px, py) staying where it is. */
export function zoomAt(
  camera: Camera,
  factor: number,
  point: { x: number; y: number },
  board: Size,
  window: Size,
): Camera {
  const least = fitScale(board, window);
  const scale = Math.min(Math.max(camera.scale * factor, least), least * MOST);
  const ratio = scale / camera.scale;
  return clamp(
    { scale, x: point.x - (point.x - camera.x) * ratio, y: point.y - (point.y - camera.y) * ratio },
    board,
    window,
  );
}

export function pan(camera: Camera, dx: number, dy: number, board: Size, window: Size): Camera {
  return clamp({ ...camera, x: camera.x + dx, y: camera.y + dy }, board, window);
}

/** Move just enough that a board point is inside the window, with a margin in pixels. */
export function reveal(
  camera: Camera,
  point: { x: number; y: number },
  board: Size,
  window: Size,
  margin = 60,
): Camera {
  const px = camera.x + point.x * camera.scale;
  const py = camera.y + point.y * camera.scale;
  const mx = Math.min(margin, window.width / 3);
  const my = Math.min(margin, window.height / 3);
  const dx = px < mx ? mx - px : px > window.width - mx ? window.width - mx - px : 0;
  const dy = py < my ? my - py : py > window.height - my ? window.height - my - py : 0;
  return pan(camera, dx, dy, board, window);
}

/** A part of the board, in its own units. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The smallest part of the board with all these points; null without any. */
export function around(points: readonly (readonly [number, number])[]): Box | null {
  if (points.length === 0) return null;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Room for names around what is shown, in pixels: they lie beside their places more often than above them. */
const margins = (window: Size): [number, number] => [Math.min(44, window.width / 8), Math.min(32, window.height / 8)];

/** A part of the board with the room that `show` leaves around it at this scale; it never leaves the board. */
export function withMargins(box: Box, board: Size, window: Size, scale: number): Box {
  const [mx, my] = margins(window).map((margin) => margin / scale) as [number, number];
  return {
    left: Math.max(0, box.left - mx),
    top: Math.max(0, box.top - my),
    right: Math.min(board.width, box.right + mx),
    bottom: Math.min(board.height, box.bottom + my),
  };
}

/**
 * Move just enough that a part of the board is in the window, with room for its names; zoom out only where it
 * does not fit.
 */
export function show(camera: Camera, box: Box, board: Size, window: Size): Camera {
  const [mx, my] = margins(window);
  const room = Math.min(
    (window.width - 2 * mx) / Math.max(1, box.right - box.left),
    (window.height - 2 * my) / Math.max(1, box.bottom - box.top),
  );
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  const near =
    camera.scale <= room
      ? camera
      : zoomAt(
          reveal(camera, middle, board, window),
          room / camera.scale,
          { x: window.width / 2, y: window.height / 2 },
          board,
          window,
        );
  return clamp(
    {
      scale: near.scale,
      x: near.x + inside(near.x, near.scale, box.left, box.right, mx, window.width - mx),
      y: near.y + inside(near.y, near.scale, box.top, box.bottom, my, window.height - my),
    },
    board,
    window,
  );
}

/** How far an interval has to be moved to lie between two edges. */
function inside(offset: number, scale: number, from: number, to: number, low: number, high: number): number {
  const start = offset + from * scale;
  const end = offset + to * scale;
  if (start < low) return low - start;
  return end > high ? high - end : 0;
}

export function toBoard(camera: Camera, px: number, py: number): { x: number; y: number } {
  return { x: (px - camera.x) / camera.scale, y: (py - camera.y) / camera.scale };
}
