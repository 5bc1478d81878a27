/** The views of a finished game: each computed from the one before when first asked for, then cached. */
import type { ReplayStep, View } from '../server/types';
import { mergePatch } from '../game/merge-patch';

export class ReplayViews {
  #views: View[];
  #steps: readonly ReplayStep[];

  /** Tracks that are closed to everybody after `n` steps. */
  closedAt(n: number): string[] {
    return this.#steps.slice(0, Math.max(0, n)).flatMap((step) => step.closed);
  }

  constructor(start: View, steps: readonly ReplayStep[]) {
    this.#views = [start];
    this.#steps = steps;
  }

  /** The view after `n` steps; `n` is clamped to the game. */
  at(n: number): View {
    const wanted = Math.max(0, Math.min(Math.floor(n), this.#steps.length));
    while (this.#views.length <= wanted) {
      const before = this.#views[this.#views.length - 1]!;
      this.#views.push(mergePatch(before, this.#steps[this.#views.length - 1]!.patch));
    }
    return this.#views[wanted]!;
  }
}
