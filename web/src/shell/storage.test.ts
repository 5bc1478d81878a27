import { afterEach, describe, expect, it, vi } from 'vitest';
import { store, stored } from './storage';

const refuse = (): never => {
  throw new DOMException('denied', 'SecurityError');
};
const browser = (storage: Partial<Storage>): unknown => vi.stubGlobal('localStorage', storage);

afterEach(() => {
  browser({ removeItem: () => undefined });
  store('k', null);
  vi.unstubAllGlobals();
});

describe('what a browser keeps', () => {
  it('is only in its storage, as another tab may change it', () => {
    const kept = new Map<string, string>();
    browser({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    });
    store('k', 'one');
    kept.set('k', 'two');
    expect(stored('k')).toBe('two');
    store('k', null);
    expect(stored('k')).toBeNull();
  });
  it.each([
    ['blocked', { getItem: refuse, setItem: refuse, removeItem: refuse }],
    ['full', { getItem: () => null, setItem: refuse, removeItem: () => undefined }],
  ])('is held by the page where storage is %s', (_, storage) => {
    browser(storage);
    store('k', 'one');
    expect(stored('k')).toBe('one');
    store('k', null);
    expect(stored('k')).toBeNull();
  });
});
