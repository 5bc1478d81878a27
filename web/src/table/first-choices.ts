/** First tickets are chosen by all seats at the same time: what a seat may decide, also before its turn. */
import type { Choices, View } from '../server/types';

type Seat = number | null;

/** The actions to choose from now. */
export function legalNow(view: View | null, choices: Choices | null): readonly string[] | undefined {
  return view?.legal?.length ? view.legal : view?.phase === 'keep' ? choices?.legal : undefined;
}

/** Whether a seat has something to decide: it is its turn, or it has still to choose first tickets. */
export function decides(view: View | null, choices: Choices | null, seat: Seat): boolean {
  if (!view || seat === null || view.phase === 'over') return false;
  if (choices && view.phase === 'keep') return choices.seats.includes(seat);
  return view.turn === seat;
}

/** What is known once our choice is stored; the server says the same a moment later. */
export function afterChoosing(choices: Choices | null, seat: Seat): Choices | null {
  return choices && { ...choices, seats: choices.seats.filter((each) => each !== seat), legal: [] };
}
