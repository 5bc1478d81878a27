/** A payment and what it leaves in hand, in words. */
import type { Payment, Staying } from '../game/notation';
import { m } from '../paraglide/messages.js';
import { cardsWords } from '../shell/game-words';

export const paymentWords = (payment: Payment): string =>
  cardsWords(payment.any ? { ...payment.cards, any: payment.any } : payment.cards);

export function stayingWords({ cards, count }: Staying): string {
  if (count === 0) return m.claim_stays_none();
  return cards ? cardsWords(cards) : m.cards_n({ n: count });
}
