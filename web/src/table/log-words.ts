/** The texts of the log: one or more lines for each event, as the seat may see it. */
import type { Board } from '../board/model';
import { countCards } from '../game/notation';
import { m } from '../paraglide/messages.js';
import type { Card, Cards, GameEvent } from '../server/types';
import {
  cardsWords,
  colourWord,
  companyWord,
  passengerWord,
  place,
  ticketCounts,
  trackName,
  youName,
} from '../shell/game-words';

function tally(cards: readonly Card[]): Cards {
  const counts: Cards = {};
  for (const card of cards) counts[card] = (counts[card] ?? 0) + 1;
  return counts;
}

export function logLines(event: GameEvent, board: Board, name: (seat: number) => string): string[] {
  const player = name(event.seat);
  const who = player === youName() ? 'you' : 'other';
  const lines: string[] = [];
  switch (event.kind) {
    case 'draw':
      if (event.from === 'market') lines.push(m.log_draw_market({ who, player, card: colourWord(event.card ?? '') }));
      else if (event.card) lines.push(m.log_draw_deck_own({ who, player, card: colourWord(event.card) }));
      else lines.push(m.log_draw_deck({ who, player }));
      break;
    case 'tickets':
      lines.push(m.log_tickets({ who, player, tickets: ticketCounts(event.counts ?? {}) }));
      break;
    case 'keep':
      lines.push(m.log_keep({ who, player, tickets: ticketCounts(event.kept ?? {}) }));
      break;
    case 'claim':
      if (!event.claimed)
        lines.push(
          m.log_try({ who, player, track: trackName(board, event.track ?? ''), cards: cardsWords(event.laid) }),
        );
      break;
    case 'station':
      lines.push(m.log_station({ player, place: place(board, event.place ?? ''), cards: cardsWords(event.spent) }));
      break;
    case 'give':
      // The last card given completes the claim, and that line has all the cards spent.
      if (!event.claimed) lines.push(m.log_give({ who, player, card: colourWord(event.card ?? '') }));
      break;
    case 'pay':
      lines.push(m.log_pay({ who, player, cards: cardsWords(event.paid) }));
      break;
    case 'withdraw':
      lines.push(m.log_withdraw({ who, player }));
      break;
    case 'take':
      lines.push(
        m.log_take({
          who,
          player,
          passenger: passengerWord(event.colour ?? ''),
          place: place(board, event.place ?? ''),
        }),
      );
      break;
    case 'share':
      // Told below, as where there is no choice.
      break;
    case 'pass':
      lines.push(m.log_pass({ who, player }));
      break;
  }
  if (event.revealed?.length)
    lines.push(m.log_revealed({ cards: cardsWords(tally(event.revealed)), n: event.extra ?? 0 }));
  if (event.claimed) {
    const spent = event.spent ?? event.laid;
    lines.push(
      m.log_claim({
        who,
        player,
        track: trackName(board, event.claimed),
        points: m.points_n({ n: event.points ?? 0 }),
        cards: countCards(spent) > 0 ? cardsWords(spent) : '–',
      }),
    );
  }
  if (event.toll) lines.push(m.log_toll({ n: event.toll }));
  for (const taken of event.taken ?? []) {
    lines.push(m.log_take({ who, player, passenger: passengerWord(taken.colour), place: place(board, taken.place) }));
  }
  if (event.share) lines.push(m.log_share({ player, company: companyWord(board, event.share) }));
  if (event.shuffled) lines.push(m.log_shuffled());
  if (event.market_cleared) lines.push(m.log_market_cleared());
  if (event.last_round) lines.push(m.log_last_round());
  if (event.over) lines.push(m.log_over());
  return lines;
}
