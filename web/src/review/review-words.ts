/** What a review says, in the reader's language: the server sends keys and values, the sentences are here. */
import type { Board } from '../board/model';
import { m } from '../paraglide/messages.js';
import type { ReviewMessage } from '../server/types';
import { colourWord, list, number, passengerWord, ticketName, trackName } from '../shell/game-words';
import { actionWords } from './action-words';

export interface Teller {
  board: Board;
  name: (seat: number) => string;
}

/** A share of the chance of winning: "7 %". */
export const percent = (share: number): string => `${number(Math.round(share * 100))} %`;
/** Points, without what is smaller than they can be trusted. */
export const points = (value: number): string => m.points_n({ n: Math.round(value) });

/** The values of a message, each as what its key says it is. */
class Values {
  constructor(
    readonly values: Record<string, unknown>,
    readonly teller: Teller,
  ) {}
  number(key: string): number {
    return Number(this.values[key] ?? 0);
  }
  text(key: string): string {
    const value = this.values[key];
    return typeof value === 'string' ? value : '';
  }
  list(key: string): unknown[] {
    const value = this.values[key];
    return Array.isArray(value) ? value : [];
  }
  track(): string {
    return trackName(this.teller.board, this.text('track'));
  }
  tracks(): string {
    return list(this.list('tracks').map((id) => trackName(this.teller.board, String(id))));
  }
  tickets(): string {
    return list(this.list('tickets').map((id) => ticketName(this.teller.board, String(id))));
  }
  card(): string {
    return colourWord(this.text('card'));
  }
  points(): string {
    return points(this.number('points'));
  }
  player(key: string): string {
    return this.teller.name(this.number(key));
  }
  players(): string {
    return list(this.list('seats').map((seat) => this.teller.name(Number(seat))));
  }
  lost(): { times: string; points: string } {
    return { times: number(this.number('times')), points: this.points() };
  }
}

const SENTENCES: Record<string, (v: Values) => string> = {
  claim_completes: (v) => m.review_claim_completes({ track: v.track(), tickets: v.tickets() }),
  claim_for_tickets: (v) => m.review_claim_for_tickets({ track: v.track(), tickets: v.tickets() }),
  claim_contested: (v) => m.review_claim_contested({ track: v.track() }),
  claim_points: (v) => m.review_claim_points({ track: v.track(), points: v.points() }),
  other_cards: (v) => m.review_other_cards({ track: v.track() }),
  draw_needed: (v) => m.review_draw_needed({ card: v.card(), tracks: v.tracks() }),
  draw_for_gray: (v) => m.review_draw_for_gray({ card: v.card() }),
  draw_for_points: (v) => m.review_draw_for_points({ card: v.card() }),
  draw_locomotive: () => m.review_draw_locomotive(),
  draw_hidden: () => m.review_draw_hidden(),
  more_tickets: (v) => m.review_more_tickets({ trains: number(v.number('trains')) }),
  keep_these: (v) => m.review_keep_these({ tickets: v.tickets() }),
  return_these: (v) => m.review_return_these({ tickets: v.tickets() }),
  pay_tunnel: () => m.review_pay_tunnel(),
  withdraw: () => m.review_withdraw(),
  passenger: (v) => m.review_passenger({ passenger: passengerWord(v.text('colour')) }),
  spare_card: (v) => m.review_spare_card({ card: v.card() }),
  off_plan: (v) => m.review_off_plan({ track: v.track() }),
  late_tickets: (v) => m.review_late_tickets({ turns: number(v.number('turns')) }),
  plan_first: (v) => m.review_plan_first({ tracks: number(v.number('tracks')) }),
  held_too_long: (v) => m.review_held_too_long({ cards: m.cards_n({ n: v.number('cards') }) }),
  tempo: (v) => m.review_tempo({ turns: number(v.number('turns')), needed: number(v.number('needed')) }),
  was_cut: (v) => m.review_was_cut({ player: v.player('by'), track: v.track(), points: v.points() }),
  held_cards: (v) => m.review_held_cards(v.lost()),
  wrong_claims: (v) => m.review_wrong_claims(v.lost()),
  early_claims: (v) => m.review_early_claims(v.lost()),
  wrong_cards: (v) => m.review_wrong_cards(v.lost()),
  needless_tickets: (v) => m.review_needless_tickets(v.lost()),
  no_new_tickets: (v) => m.review_no_new_tickets(v.lost()),
  wrong_tickets: (v) => m.review_wrong_tickets(v.lost()),
  was_lucky: (v) => m.review_was_lucky({ points: v.points() }),
  was_unlucky: (v) => m.review_was_unlucky({ points: v.points() }),
  clean: () => m.review_clean(),
  won: (v) =>
    v.list('seats').length > 1
      ? m.review_won_together({ players: v.players(), points: v.points() })
      : m.review_won({ players: v.players(), points: v.points(), margin: points(v.number('margin')) }),
  won_without_luck: () => m.review_won_without_luck(),
  luck_decided: (v) => m.review_luck_decided({ player: v.player('other') }),
  worst_decision: (v) =>
    m.review_worst_decision({
      number: number(v.number('number')),
      player: v.player('seat'),
      action: actionWords(v.teller.board, v.text('action')),
      chance: percent(v.number('chance')),
    }),
};

/** A message as a sentence; '' if a newer server says what this client has no words for. */
export function reviewWords(message: ReviewMessage, teller: Teller): string {
  return SENTENCES[message.key]?.(new Values(message.values, teller)) ?? '';
}

export const MARKS = ['inaccuracy', 'mistake', 'blunder'] as const;
const MARK_WORDS: Record<string, () => string> = {
  inaccuracy: m.mark_inaccuracy,
  mistake: m.mark_mistake,
  blunder: m.mark_blunder,
};
export const markWord = (mark: string): string => MARK_WORDS[mark]?.() ?? mark;

const LUCK_WORDS: Record<string, () => string> = {
  deal: m.luck_deal,
  draw: m.luck_draw,
  tickets: m.luck_tickets,
  tunnel: m.luck_tunnel,
};
export const luckWord = (kind: string): string => LUCK_WORDS[kind]?.() ?? kind;
