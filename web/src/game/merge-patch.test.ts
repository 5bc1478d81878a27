import { describe, expect, it } from 'vitest';
import { mergePatch } from './merge-patch';

describe('merge patch (RFC 7386)', () => {
  // The examples of the RFC's appendix.
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j with %j is %j', (target, patch, result) => expect(mergePatch<unknown>(target, patch)).toEqual(result));
  it('leaves the view before untouched', () => {
    const before = { seats: { a: 1 } };
    mergePatch(before, { seats: { a: 2 } });
    expect(before).toEqual({ seats: { a: 1 } });
  });
  it('does not reach prototypes', () => {
    mergePatch({}, JSON.parse('{"__proto__":{"hacked":true}}'));
    expect(({} as { hacked?: boolean }).hacked).toBeUndefined();
  });
});
