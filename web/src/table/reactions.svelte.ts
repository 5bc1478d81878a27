/** Reactions that are shown at the seats just now: the newest of each, for a moment. */
import type { Reacted } from '../server/types';

export type Reaction = Reacted['reaction'];
export const SHOWN_MS = 6000;

export interface ShownReaction {
  seat: number;
  reaction: Reaction;
  /** Counts reactions: two equal ones are told apart. */
  n: number;
}

export class SeatReactions {
  shown = $state.raw<readonly ShownReaction[]>([]);
  #timers = new Map<number, ReturnType<typeof setTimeout>>();
  #count = 0;

  at(seat: number): ShownReaction | undefined {
    return this.shown.find((each) => each.seat === seat);
  }

  show(seat: number, reaction: Reaction): void {
    clearTimeout(this.#timers.get(seat));
    this.#count += 1;
    this.shown = [...this.shown.filter((each) => each.seat !== seat), { seat, reaction, n: this.#count }];
    this.#timers.set(
      seat,
      setTimeout(() => (this.shown = this.shown.filter((each) => each.seat !== seat)), SHOWN_MS),
    );
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.shown = [];
  }
}
