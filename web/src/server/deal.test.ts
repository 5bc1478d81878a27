import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Share, checkDeal, contribute, shareOf } from './deal';
import type { Result, TableInfo, You } from './types';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const SECRET = '5e'.repeat(32);
const ONE = 'a1'.repeat(32);
const numbers = [ONE, null];
const result = (changes: Partial<Result> = {}): Result =>
  ({
    secret: SECRET,
    commitment: sha(SECRET),
    seed: sha(`goldenspike-deal-1\n${SECRET}\n${ONE}\n-`),
    numbers,
    ...changes,
  }) as Result;
const share = (...given: string[]): Share => ({ commitment: sha(SECRET), numbers: { ...given } });

describe('the deal', () => {
  it('is fair', async () => expect(await checkDeal(result(), share(ONE))).toBe('fair'));
  it('is checked without a share of ours', async () => expect(await checkDeal(result(), null)).toBe('fair'));
  it.each([
    ['another secret', result({ secret: '00'.repeat(32) }), share(ONE)],
    ['another seed', result({ seed: '00'.repeat(32) }), share(ONE)],
    ['other numbers', result({ numbers: [null, ONE] }), share(ONE)],
    ['our number left out', result(), share('b2'.repeat(32))],
    ['another promise', result(), { commitment: 'x', numbers: {} }],
  ])('is wrong with %s', async (_, given, ours) => expect(await checkDeal(given, ours)).toBe('wrong'));
  it('was the server’s alone in version 0.1', async () => {
    const seed = '7d'.repeat(32);
    const old = { secret: null, seed, numbers: [null, null] };
    expect(await checkDeal(result({ ...old, commitment: sha(seed) }), null)).toBe('server');
    expect(await checkDeal(result({ ...old, commitment: sha(SECRET) }), null)).toBe('wrong');
  });
  it('was the server’s alone without numbers', async () => {
    const seed = sha(`goldenspike-deal-1\n${SECRET}\n-\n-`);
    expect(await checkDeal(result({ seed, numbers: [null, null] }), null)).toBe('server');
  });
});

describe('our share', () => {
  const table = (contributed: boolean[], changes: Partial<TableInfo> = {}): TableInfo =>
    ({
      id: 'here',
      status: 'waiting',
      commitment: sha(SECRET),
      seats: contributed.map((given, seat) => ({ seat, contributed: given })),
      ...changes,
    }) as TableInfo;
  const you: You = { seats: [0, 2], owner: true };

  it('is given once for each seat of ours, and remembered', async () => {
    const given: Record<number, string> = {};
    const give = (seat: number, number: string): Promise<void> => {
      given[seat] = number;
      return Promise.resolve();
    };
    await contribute(table([false, false, false]), you, give);
    expect(Object.keys(given)).toEqual(['0', '2']);
    expect(given[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(given[0]).not.toBe(given[2]);
    expect(shareOf('here')).toEqual({ commitment: sha(SECRET), numbers: given });
    await contribute(table([true, false, true]), you, () => Promise.reject(new Error('again')));
    expect(shareOf('here')?.numbers).toEqual(given);
    await contribute(table([true, false, true]), { seats: [2], owner: false }, give);
    expect(shareOf('here')?.numbers).toEqual({ 2: given[2] });
  });

  it('is not counted if it was not taken, and not given late', async () => {
    await contribute(table([false], { id: 'refused' }), { seats: [0], owner: true }, () => Promise.reject(new Error()));
    expect(shareOf('refused')?.numbers).toEqual({});
    await contribute(table([false], { id: 'late', status: 'running' }), you, () => Promise.reject(new Error()));
    expect(shareOf('late')).toBeNull();
  });
});
