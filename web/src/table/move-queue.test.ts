import { beforeEach, describe, expect, it } from 'vitest';
import { MoveQueue } from './move-queue';

let sent: string[];
let queue: MoveQueue;
beforeEach(() => {
  sent = [];
  queue = new MoveQueue((id, { action, on }) => void sent.push(`${id}: ${action} on ${on}`));
});

describe('one move', () => {
  it('is pending until it is acknowledged and its event has arrived', () => {
    queue.start('a', 7, 'draw deck', []);
    expect([sent, queue.busy(7)]).toEqual([['a: draw deck on 7'], true]);
    queue.acknowledge('a', 8);
    expect([queue.busy(7), queue.busy(8)]).toEqual([true, false]);
  });
  it('is sent again with the same id while it is unknown whether it arrived', () => {
    queue.start('a', 7, 'draw deck', []);
    queue.resend();
    expect(sent).toEqual(['a: draw deck on 7', 'a: draw deck on 7']);
    queue.acknowledge('a', 8);
    queue.resend();
    expect(sent.length).toBe(2);
  });
  it('that is refused is over', () => {
    queue.start('a', 7, 'draw deck', []);
    queue.refuse('a');
    expect(queue.busy(7)).toBe(false);
  });
});

describe('moves decided together', () => {
  beforeEach(() => queue.start('a', 7, 'claim', ['give red', 'give blue']));

  it('are sent one by one, each after the event of the one before', () => {
    queue.advance('x', 7, ['give red']);
    queue.acknowledge('a', 8);
    queue.advance('x', 7, ['give red']);
    expect(sent).toEqual(['a: claim on 7']);
    queue.advance('b', 8, ['give blue', 'give red']);
    queue.acknowledge('b', 9);
    queue.advance('c', 9, ['give blue']);
    queue.acknowledge('c', 10);
    expect(sent).toEqual(['a: claim on 7', 'b: give red on 8', 'c: give blue on 9']);
    expect(queue.busy(10)).toBe(false);
  });
  it('are dropped when the next one is no longer possible', () => {
    queue.acknowledge('a', 8);
    queue.advance('b', 8, ['draw deck']);
    expect([sent.length, queue.busy(8)]).toEqual([1, false]);
  });
  it.each([['a'], [null]])('are dropped when something is refused (%s)', (id) => {
    queue.refuse(id);
    queue.acknowledge('a', 8);
    queue.advance('b', 8, ['give red']);
    expect([sent.length, queue.busy(8)]).toEqual([1, false]);
  });
  it('are forgotten with the player who decided them', () => {
    queue.clear();
    expect(queue.busy(7)).toBe(false);
  });
});
