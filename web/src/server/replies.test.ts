import { describe, expect, it } from 'vitest';
import { Replies } from './replies';

describe('replies', () => {
  it('resolve the request that waits for them, once', async () => {
    const replies = new Replies<string>();
    const first = replies.wait('1');
    const second = replies.wait('2');
    expect([replies.settle('2', 'two'), replies.settle('1', 'one')]).toEqual([true, true]);
    expect(await Promise.all([first, second])).toEqual(['one', 'two']);
    expect(replies.settle('1', 'again')).toBe(false);
  });
  it('are all resolved when the connection is lost', async () => {
    const replies = new Replies<string | null>();
    const waiting = [replies.wait('1'), replies.wait('2')];
    replies.settleAll(null);
    expect(await Promise.all(waiting)).toEqual([null, null]);
    expect(replies.settle('1', 'late')).toBe(false);
  });
});
