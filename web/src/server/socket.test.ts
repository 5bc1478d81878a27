import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Socket } from './socket';

/** A WebSocket controlled by the test. */
class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 2;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const MINUTE = 60_000;
let heard: unknown[];
let told: string[];
let socket: Socket;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  heard = [];
  told = [];
  const page = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { ...page, visibilityState: 'visible' });
  vi.stubGlobal('location', { protocol: 'http:', host: 'example.org' });
  socket = new Socket('/ws', {
    hello: () => ({ type: 'hello' }),
    message: (message) => void heard.push(message),
    online: (online) => void told.push(online ? 'online' : 'lost'),
    unknown: () => void told.push('unknown'),
    gone: () => void told.push('gone'),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a connection to the server', () => {
  it('stays while it is answered', () => {
    const [line] = FakeSocket.all;
    line!.open();
    line!.say({ type: 'table' });
    for (let i = 0; i < 20; i += 1) {
      vi.advanceTimersByTime(MINUTE / 4);
      line!.say({ type: 'pong' });
    }
    expect([FakeSocket.all.length, told]).toEqual([1, ['online']]);
    expect(line!.sent).toContainEqual({ type: 'ping' });
  });
  it('that falls silent is replaced by a new one, which says hello', () => {
    const [line] = FakeSocket.all;
    line!.open();
    line!.say({ type: 'table' });
    vi.advanceTimersByTime(MINUTE);
    expect(told).toEqual(['online', 'lost']);
    expect(FakeSocket.all.length).toBe(2);
    FakeSocket.all[1]!.open();
    expect(FakeSocket.all[1]!.sent).toEqual([{ type: 'hello' }]);
    // Messages that the dead connection still delivers are outdated.
    line!.say({ type: 'late' });
    line!.onclose?.({ code: 1006 });
    expect(heard).toEqual([{ type: 'table' }]);
    expect(told).toEqual(['online', 'lost', 'online']);
  });
  it('is back within two seconds of the server, however long that was away', () => {
    FakeSocket.all[0]!.open();
    FakeSocket.all[0]!.onclose?.({ code: 1006 });
    for (let i = 0; i < 40; i += 1) {
      const tries = FakeSocket.all.length;
      vi.advanceTimersByTime(2000);
      expect(FakeSocket.all.length).toBeGreaterThan(tries);
      for (const line of FakeSocket.all.slice(tries)) line.onclose?.({ code: 1006 });
    }
  });
  it('is tried again at once when the player asks', () => {
    FakeSocket.all[0]!.open();
    FakeSocket.all[0]!.readyState = 3;
    FakeSocket.all[0]!.onclose?.({ code: 1006 });
    socket.reconnect();
    expect(FakeSocket.all.length).toBe(2);
  });
  it('reconnects when the server does not know our token, after reporting it', () => {
    FakeSocket.all[0]!.open();
    FakeSocket.all[0]!.onclose?.({ code: 4401 });
    vi.advanceTimersByTime(1000);
    expect([told, FakeSocket.all.length]).toEqual([['online', 'unknown', 'lost'], 2]);
  });
  it.each([4404, 4409])('does not reconnect to a table that does not exist or cannot be opened (%i)', (code) => {
    FakeSocket.all[0]!.open();
    FakeSocket.all[0]!.onclose?.({ code });
    vi.advanceTimersByTime(MINUTE);
    expect([told, FakeSocket.all.length]).toEqual([['online', 'lost', 'gone'], 1]);
  });
});
