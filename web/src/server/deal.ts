/** The deal: our seats give numbers to it before the game, and after the game we check that they counted. */
import { store, stored } from '../shell/storage';
import type { Result, TableInfo, You } from './types';

/** What we gave, and what the server had promised before. */
export interface Share {
  commitment: string;
  numbers: Record<number, string>;
}

/** fair: the server and the seats made the seed; server: it alone, but fixed before; unavailable: not checked here. */
export type Verdict = 'fair' | 'server' | 'wrong' | 'unavailable';

const key = (table: string): string => `deal:${table}`;

export function shareOf(table: string): Share | null {
  try {
    return JSON.parse(stored(key(table)) ?? 'null') as Share | null;
  } catch {
    return null;
  }
}

type Give = (seat: number, number: string) => Promise<unknown>;
const underWay = new Map<string, Promise<void>>();

/** Give a number for each of our seats that has given none; nothing is lost if the server does not take it. */
export function contribute(table: TableInfo, you: You, give: Give): Promise<void> {
  // Each number that is given changes the table, of which we are told, perhaps before the next is given.
  const working = underWay.get(table.id) ?? giveAll(table, you, give).finally(() => underWay.delete(table.id));
  underWay.set(table.id, working);
  return working;
}

async function giveAll(table: TableInfo, you: You, give: Give): Promise<void> {
  if (table.status !== 'waiting' || !table.commitment) return;
  const before = shareOf(table.id)?.numbers ?? {};
  const numbers: Record<number, string> = {};
  for (const seat of you.seats) {
    const contributed = table.seats.find((each) => each.seat === seat)?.contributed;
    const known = before[seat];
    if (contributed) {
      if (known) numbers[seat] = known;
      continue;
    }
    const number = known ?? hex(crypto.getRandomValues(new Uint8Array(32)));
    try {
      await give(seat, number);
      numbers[seat] = number;
    } catch {
      // The seat was left, or the game has started.
      if (known) numbers[seat] = known;
    }
  }
  store(key(table.id), JSON.stringify({ commitment: table.commitment, numbers } satisfies Share));
}

/** As `goldenspike verify` does, but without playing the game again. */
export async function checkDeal(result: Result, share: Share | null): Promise<Verdict> {
  // Browsers hash only for pages that came over https, or from this machine.
  if (!globalThis.crypto?.subtle) return 'unavailable';
  const { secret, seed, commitment, numbers } = result;
  if ((await sha256(secret ?? seed)) !== commitment) return 'wrong';
  if (share && share.commitment !== commitment) return 'wrong';
  if (!secret) return 'server';
  const lines = ['goldenspike-deal-1', secret, ...numbers.map((number) => number ?? '-')];
  if ((await sha256(lines.join('\n'))) !== seed) return 'wrong';
  if (share && !Object.values(share.numbers).every((number) => numbers.includes(number))) return 'wrong';
  return numbers.some((number) => number !== null) ? 'fair' : 'server';
}

async function sha256(text: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
