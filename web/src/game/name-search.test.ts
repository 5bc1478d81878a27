import { describe, expect, it } from 'vitest';
import { found } from './name-search';

describe('finding a name', () => {
  it.each([
    ['Göteborg – Åndalsnes', 'gote'],
    ['Göteborg – Åndalsnes', ' andals '],
    ['Göteborg – Åndalsnes', 'GÖTE'],
    ['덴버 – 오마하', '오마'],
    ['デンバー – オマハ', 'オマ'],
  ])('%s has %s', (name, typed) => expect(found(name, typed)).toBe(true));
  it('is not found by what it does not have', () => expect(found('Göteborg', 'oslo')).toBe(false));
});
