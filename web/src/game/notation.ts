/** Parses the notation of the server: cards and actions. Texts are sent back as the server wrote them. */
import type { Cards } from '../server/types';

export const COLOURS = ['purple', 'blue', 'orange', 'white', 'green', 'yellow', 'black', 'red'] as const;
export const LOCOMOTIVE = 'locomotive';
/** Order in which cards are shown everywhere. */
export const CARD_ORDER: readonly string[] = [...COLOURS, LOCOMOTIVE];
/** In a claim, stands for cards that are chosen later, one by one. */
export const ANY = 'any';

/** `2red+1locomotive` -> { red: 2, locomotive: 1 }; null if the text is not cards. */
export function parseCards(text: string): Cards | null {
  const cards: Cards = {};
  for (const part of text.split('+')) {
    const match = /^(\d+)([a-z][a-z0-9_]*)$/.exec(part);
    if (!match) return null;
    const [, count, card] = match as unknown as [string, string, string];
    cards[card] = (cards[card] ?? 0) + Number(count);
  }
  return cards;
}

/** Cards in the order of the notation, zero counts left out. */
export function inOrder(cards: Cards | null | undefined): [card: string, count: number][] {
  if (!cards) return [];
  const known = CARD_ORDER.filter((card) => (cards[card] ?? 0) > 0);
  const rest = Object.keys(cards).filter((card) => !CARD_ORDER.includes(card) && (cards[card] ?? 0) > 0);
  return [...known, ...rest].map((card) => [card, cards[card] ?? 0]);
}

export function countCards(cards: Cards | null | undefined): number {
  return Object.values(cards ?? {}).reduce((sum, count) => sum + count, 0);
}

/** A hand without these cards; cards that are not in it are ignored. */
export function without(hand: Cards, spent: Cards): Cards {
  const left: Cards = {};
  for (const [card, count] of Object.entries(hand)) {
    const stays = count - (spent[card] ?? 0);
    if (stays > 0) left[card] = stays;
  }
  return left;
}

export interface Payment {
  /** The action as the server wrote it. */
  action: string;
  cards: Cards;
  /** Cards still to be chosen one by one after the claim. */
  any: number;
}

/** What a payment leaves in hand: how many cards, and which, once every substitute is chosen. */
export interface Staying {
  cards: Cards | null;
  count: number;
}

export function staying(hand: Cards, payment: Payment, substitutes: Cards = {}): Staying {
  const left = without(hand, payment.cards);
  const open = payment.any - countCards(substitutes);
  return { cards: open > 0 ? null : without(left, substitutes), count: countCards(left) - payment.any };
}

/** The legal actions, grouped by kind. */
export interface Options {
  draws: Set<string>;
  /** Ticket actions; with two decks the mix, with one an empty mix. */
  tickets: { action: string; mix: Cards }[];
  claims: Map<string, Payment[]>;
  /** Ways to pay for a station, by place. */
  stations: Map<string, Payment[]>;
  keeps: { action: string; tickets: string[] }[];
  gives: { action: string; card: string }[];
  pays: { action: string; cards: Cards }[];
  takes: { action: string; colour: string; place: string }[];
  shares: { action: string; company: string }[];
  withdraw: boolean;
  pass: boolean;
}

export function readOptions(legal: readonly string[] | undefined): Options {
  const options: Options = {
    draws: new Set(),
    tickets: [],
    claims: new Map(),
    stations: new Map(),
    keeps: [],
    gives: [],
    pays: [],
    takes: [],
    shares: [],
    withdraw: false,
    pass: false,
  };
  for (const action of legal ?? []) {
    const [verb = '', ...words] = action.split(' ');
    switch (verb) {
      case 'draw':
        options.draws.add(words[0] ?? '');
        break;
      case 'tickets':
        options.tickets.push({ action, mix: parseCards(words[0] ?? '') ?? {} });
        break;
      case 'claim': {
        const track = words[0] ?? '';
        const { [ANY]: any = 0, ...cards } = parseCards(words[1] ?? '') ?? {};
        const payments = options.claims.get(track) ?? [];
        payments.push({ action, cards, any });
        options.claims.set(track, payments);
        break;
      }
      case 'station': {
        const place = words[0] ?? '';
        const payments = options.stations.get(place) ?? [];
        payments.push({ action, cards: parseCards(words[1] ?? '') ?? {}, any: 0 });
        options.stations.set(place, payments);
        break;
      }
      case 'keep':
        options.keeps.push({ action, tickets: words });
        break;
      case 'give':
        options.gives.push({ action, card: words[0] ?? '' });
        break;
      case 'pay':
        options.pays.push({ action, cards: parseCards(words[0] ?? '') ?? {} });
        break;
      case 'take':
        options.takes.push({ action, colour: words[0] ?? '', place: words[2] ?? '' });
        break;
      case 'share':
        options.shares.push({ action, company: words[0] ?? '' });
        break;
      case 'withdraw':
        options.withdraw = true;
        break;
      case 'pass':
        options.pass = true;
        break;
    }
  }
  for (const payments of options.claims.values()) payments.sort(fewestLocomotives);
  return options;
}

/** The order of payments: without substitutes first, then with few locomotives. */
function fewestLocomotives(a: Payment, b: Payment): number {
  return a.any - b.any || (a.cards[LOCOMOTIVE] ?? 0) - (b.cards[LOCOMOTIVE] ?? 0);
}

/** The action that keeps exactly these tickets, if the rules allow it. */
export function keepAction(options: Options, chosen: ReadonlySet<string>): string | null {
  const found = options.keeps.find(
    (keep) => keep.tickets.length === chosen.size && keep.tickets.every((id) => chosen.has(id)),
  );
  return found?.action ?? null;
}

/** How few tickets may be kept now. */
export function leastKept(options: Options): number {
  return Math.min(...options.keeps.map((keep) => keep.tickets.length), Infinity);
}

/**
 * Which of a tunnel's turned-up cards cost another: those like the laid ones. Null where that does not add up to what
 * the server asks.
 */
export function costing(revealed: readonly string[], laid: Cards, extra: number): boolean[] | null {
  const alike = revealed.map((card) => card === LOCOMOTIVE || (laid[card] ?? 0) > 0);
  return alike.filter(Boolean).length === extra ? alike : null;
}
