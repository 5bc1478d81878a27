/** Actions of the notation in words: "claim Duluth – Omaha with 2 × red". */
import type { Board } from '../board/model';
import { parseCards } from '../game/notation';
import { m } from '../paraglide/messages.js';
import {
  cardsWords,
  colourWord,
  companyWord,
  list,
  passengerWord,
  place,
  ticketCounts,
  ticketName,
  trackName,
} from '../shell/game-words';

export function actionWords(board: Board, action: string): string {
  const [verb = '', ...words] = action.split(' ');
  const [first = '', , third = ''] = words;
  switch (verb) {
    case 'claim':
      return m.act_claim({ track: trackName(board, first), cards: cardsWords(parseCards(words[1] ?? '')) });
    case 'keep':
      return m.act_keep({ tickets: list(words.map((id) => ticketName(board, id))) });
    case 'draw':
      return first === 'deck' ? m.act_draw_deck() : m.act_draw({ card: colourWord(first) });
    case 'tickets': {
      const mix = parseCards(first);
      return mix ? m.act_tickets_mix({ tickets: ticketCounts(mix) }) : m.act_tickets();
    }
    case 'pay':
      return m.act_pay({ cards: cardsWords(parseCards(first)) });
    case 'withdraw':
      return m.act_withdraw();
    case 'take':
      return m.act_take({ passenger: passengerWord(first), place: place(board, third) });
    case 'share':
      return m.act_share({ company: companyWord(board, first) });
    case 'give':
      return m.act_give({ card: colourWord(first) });
    case 'pass':
      return m.pass_do();
    default:
      return action;
  }
}

/** The tickets that an action keeps. */
export function keptTickets(action: string): string[] {
  const [verb, ...tickets] = action.split(' ');
  return verb === 'keep' ? tickets : [];
}

/** The track that an action claims, if it does. */
export function claimedTrack(action: string): string | null {
  const [verb, track] = action.split(' ');
  return verb === 'claim' ? (track ?? null) : null;
}
