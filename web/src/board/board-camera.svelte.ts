/** The camera over the board: moved by the viewer, or to what has to be visible. */
import * as cameras from '../game/camera';

const REPAINT_DELAY = 160;
/** Pixels of a name below which the whole board is unreadable, and those at which the first view then begins. */
const UNREADABLE_NAME = 10;
const READABLE_NAME = 11.2;

const sameBox = (a: cameras.Box, b: cameras.Box | null): boolean =>
  b !== null && a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;

export class BoardCamera {
  camera = $state.raw<cameras.Camera>({ scale: 1, x: 0, y: 0 });
  /** Scale at which the drawing is painted. While the camera moves, the painted layer is only transformed. */
  painted = $state(1);

  readonly #size: () => cameras.Size;
  #frame: cameras.Size = { width: 1, height: 1 };
  /** The viewer has moved the board, or it was moved to show a track: resizing does not reset it. */
  #moved = false;
  /** The camera before something was shown; restored afterwards, unless the viewer has moved it. */
  #before: { camera: cameras.Camera; moved: boolean } | null = null;
  /** What has to be visible, and whether the camera still follows it: moving the board by hand stops that. */
  #wanted: readonly (cameras.Box | null)[] = [null, null];
  #following = false;
  #held = false;
  #idle: ReturnType<typeof setTimeout> | undefined;

  readonly #labelSize: () => number;
  readonly #whole: () => boolean;

  /**
   * `labelSize`: height of the names, in units of the board; `whole`: whether the first view is of the whole board
   * even where its names cannot be read.
   */
  constructor(size: () => cameras.Size, labelSize: () => number = () => 12.5, whole: () => boolean = () => false) {
    this.#size = size;
    this.#labelSize = labelSize;
    this.#whole = whole;
  }

  /**
   * The window or what has to be visible changed: `looked`, which the player asked to see for a while, and
   * `chosen`, the track of the decision.
   */
  show(frame: cameras.Size, looked: cameras.Box | null, chosen: cameras.Box | null): void {
    const size = this.#size();
    this.#frame = frame;
    const wanted = [looked, chosen];
    const news = wanted.some((box, index) => box !== null && !sameBox(box, this.#wanted[index] ?? null));
    if (news) this.#following = true;
    this.#wanted = wanted;
    if (looked && news) this.#before ??= { camera: this.camera, moved: this.#moved };
    let camera = this.camera;
    if (!looked && this.#before) {
      camera = this.#before.camera;
      this.#moved = this.#before.moved;
      this.#before = null;
    }
    // Resizing keeps what the viewer has moved to; before that the whole board is shown.
    camera = this.#moved || this.#before ? cameras.clamp(camera, size, frame) : this.#home();
    for (const box of this.#following ? wanted : []) {
      if (!box) continue;
      const there = cameras.show(camera, box, size, frame);
      // A board that was moved to show a track stays there, where its wagons will appear.
      if (!this.#before && (there.x !== camera.x || there.y !== camera.y)) this.#moved = true;
      camera = there;
    }
    this.camera = camera;
    this.painted = camera.scale;
  }

  /** In a small window the names of the whole board would be unreadable: start zoomed in, at its centre. */
  #home(): cameras.Camera {
    const whole = cameras.fit(this.#size(), this.#frame);
    if (this.#whole() || whole.scale * this.#labelSize() >= UNREADABLE_NAME) return whole;
    const near = READABLE_NAME / this.#labelSize();
    return cameras.zoomAt(whole, near / whole.scale, this.#middle(), this.#size(), this.#frame);
  }

  zoom(factor: number, at: { x: number; y: number } = this.#middle()): void {
    this.#byHand();
    this.camera = cameras.zoomAt(this.camera, factor, at, this.#size(), this.#frame);
  }

  pan(dx: number, dy: number): void {
    this.#byHand();
    this.camera = cameras.pan(this.camera, dx, dy, this.#size(), this.#frame);
  }

  whole(): void {
    this.camera = cameras.fit(this.#size(), this.#frame);
    this.#byHand();
  }

  /** Make a point visible: the track that the keyboard has moved to. */
  reveal([x, y]: readonly [number, number]): void {
    this.camera = cameras.reveal(this.camera, { x, y }, this.#size(), this.#frame);
  }

  /** Fingers or a button are down, or up again. */
  hold(held: boolean): void {
    this.#held = held;
    if (!held) this.#paintSoon();
  }

  toBoard(x: number, y: number): { x: number; y: number } {
    return cameras.toBoard(this.camera, x, y);
  }

  /** CSS transform of the painted layer, on a screen of this device pixel ratio. */
  transform(pixelRatio: number): string {
    // On whole pixels: between them the painted layer would be blurred.
    const pixel = (at: number): number => Math.round(at * pixelRatio) / pixelRatio;
    const { x, y, scale } = this.camera;
    const stretch = scale === this.painted ? '' : ` scale(${scale / this.painted})`;
    return `translate(${pixel(x)}px, ${pixel(y)}px)${stretch}`;
  }

  #middle(): { x: number; y: number } {
    return { x: this.#frame.width / 2, y: this.#frame.height / 2 };
  }

  #byHand(): void {
    this.#moved = true;
    this.#before = null;
    this.#following = false;
    this.#paintSoon();
  }

  #paintSoon(): void {
    clearTimeout(this.#idle);
    // Repainted at the new scale only after the pointers are up: a finger that pauses will go on.
    this.#idle = setTimeout(() => {
      if (!this.#held) this.painted = this.camera.scale;
    }, REPAINT_DELAY);
  }
}
