import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The texts of a folder by language and key. */
function textsIn(folder: string): Record<string, Record<string, unknown>> {
  const url = new URL(folder, import.meta.url);
  return Object.fromEntries(
    readdirSync(url).map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(new URL(name, url), 'utf8')) as Record<string, unknown>,
    ]),
  );
}
const messages = textsIn('../../messages/');
const rules = textsIn('../rules/texts/');
const locales = Object.keys(messages).sort();
const holes = (message: unknown): string[] =>
  [...new Set([...JSON.stringify(message).matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))].sort();

describe('messages', () => {
  it('there are six languages', () => expect(locales).toEqual(['en', 'it', 'ja', 'ko', 'zh-Hans', 'zh-Hant']));
  it.each(locales)('%s has the same messages as English, with the same placeholders', (locale) => {
    for (const texts of [messages, rules]) {
      expect(Object.keys(texts[locale]!).sort()).toEqual(Object.keys(texts.en!).sort());
      for (const key of Object.keys(texts.en!))
        expect([key, ...holes(texts[locale]![key])]).toEqual([key, ...holes(texts.en![key])]);
    }
  });
  it('every message is used', () => {
    const src = new URL('../', import.meta.url);
    const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|svelte)$/.test(name) && !name.startsWith('paraglide'))
      .map((name) => readFileSync(new URL(name, src), 'utf8'))
      .join('');
    const used = new Set([...sources.matchAll(/\bm\.(\w+)/g)].map((match) => match[1]!));
    expect(Object.keys(messages.en!).filter((key) => !used.has(key))).toEqual([]);
  });
  it('glossary words are used as agreed', () => {
    expect(messages['zh-Hant']!.hand).toBe('手牌');
    // The two Chinese languages use the same word for different things.
    expect(JSON.stringify(messages['zh-Hant'])).not.toMatch(/目的地车票|火车/);
    expect(JSON.stringify(messages['zh-Hans'])).not.toMatch(/車票|任務牌/);
    expect(messages['zh-Hans']!.ticket_made).toBe('完成');
  });
});
