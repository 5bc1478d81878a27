import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { paletteCss } from '../palette-css.ts';
import { workerOf } from '../service-worker.ts';
import { DEFAULTS, readSettings } from './choices';
import { matchLanguage } from './match-language';
import { codeFrom, pageOf } from './routes';
import { CONTENTS, contentsFor, KEYS } from './rules/contents';

describe('addresses', () => {
  it.each([
    ['/', { name: 'start' }],
    ['/lobby', { name: 'lobby' }],
    ['/rules', { name: 'rules', board: 'usa' }],
    ['/rules/nordic', { name: 'rules', board: 'nordic' }],
    ['/leaderboard', { name: 'leaderboard', board: 'usa' }],
    ['/leaderboard/germany', { name: 'leaderboard', board: 'germany' }],
    ['/table/abc', { name: 'table', id: 'abc' }],
    ['/join/QX7', { name: 'join', code: 'QX7' }],
    ['/nonsense/at/all', { name: 'missing' }],
    ['/table/%E0%A4%A', { name: 'table', id: '%E0%A4%A' }],
  ])('%s', (path, page) => expect(pageOf(path)).toEqual(page));
  it('a replay opens at its step and eyes', () =>
    expect(pageOf('/replay/x', new URLSearchParams('step=12&eyes=1'))).toEqual({ name: 'replay', id: 'x', step: 12, eyes: '1' }));
  it.each(['-1', '1.5', 'x', ''])('a step of %j is none', (step) =>
    expect(pageOf('/replay/x', new URLSearchParams({ step }))).toMatchObject({ step: step === '' ? 0 : null }));
  it.each([[' ab12 ', 'AB12'], ['https://example.org/join/ab12?x=1', 'AB12']])('the code in %j', (text, code) => expect(codeFrom(text)).toBe(code));
});

const folder = new URL('../messages/', import.meta.url);
const locales = readdirSync(folder).map((name) => name.replace('.json', ''));
const messages = Object.fromEntries(locales.map((locale) => [locale, JSON.parse(readFileSync(new URL(`${locale}.json`, folder), 'utf8')) as Record<string, unknown>]));
const holes = (message: unknown): string[] => [...new Set([...JSON.stringify(message).matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))].sort();

describe('messages', () => {
  it('there are six languages', () => expect(locales.sort()).toEqual(['en', 'it', 'ja', 'ko', 'zh-Hans', 'zh-Hant']));
  it.each(locales)('%s says everything English says, with the same holes, and nothing else', (locale) => {
    expect(Object.keys(messages[locale]!).sort()).toEqual(Object.keys(messages.en!).sort());
    for (const key of Object.keys(messages.en!)) expect([key, ...holes(messages[locale]![key])]).toEqual([key, ...holes(messages.en![key])]);
  });
  it('every message is said somewhere', () => {
    const sources = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|svelte)$/.test(name) && !name.startsWith('paraglide'))
      .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
      .join('');
    const used = new Set([...sources.matchAll(/\bm\.(\w+)/g)].map((match) => match[1]!));
    expect(Object.keys(messages.en!).filter((key) => !used.has(key))).toEqual([]);
  });
  it('glossary words are used as agreed', () => {
    expect(messages['zh-Hant']!.hand).toBe('手牌');
    // The two Chinese languages use one word for different things: never mix them up.
    expect(JSON.stringify(messages['zh-Hant'])).not.toMatch(/目的地车票|火车/);
    expect(JSON.stringify(messages['zh-Hans'])).not.toMatch(/車票|任務牌/);
    expect(messages['zh-Hans']!.ticket_made).toBe('完成');
  });
});

describe('refusals', () => {
  // Read as text: the client needs no server to be built, and the server no client.
  const section = (file: string, from: string, to: string): string => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    return text.slice(text.indexOf(from), text.indexOf(to, text.indexOf(from)));
  };
  const codes = [...section('../../src/goldenspike/server/errors.py', 'CODES:', '\n}').matchAll(/^ {4}"(\w+)": \(/gm)].map((match) => match[1]!);
  const worded = [...section('errors.ts', 'const WORDS', '\n};').matchAll(/^ {2}(\w+): /gm)].map((match) => match[1]!);
  it('the codes are found', () => expect(codes).toContain('table_waiting'));
  it.each(codes)('%s has words of its own', (code) => expect(worded).toContain(code));
});

describe('rules pages', () => {
  it.each(['usa', 'germany', 'nordic'] as const)('%s has every section it needs', (board) => {
    const titles = contentsFor(board).map((section) => section.title);
    expect(titles.includes('t_ferry')).toBe(board === 'nordic');
    expect(titles.includes('t_passengers')).toBe(board === 'germany');
    expect(contentsFor(board).every((section) => section.items.length > 0)).toBe(true);
  });
  it('every text is shown somewhere', () => {
    const used = new Set<string>(['intro', 't_points', 'length', ...CONTENTS.flatMap((section) => [section.title, ...section.items.map((item) => item.key)])]);
    expect(KEYS.filter((key) => !used.has(key))).toEqual([]);
  });
});

describe('the palette', () => {
  it('becomes custom properties for both themes', () => {
    const css = paletteCss({ cards: { red: { fill: '#f00', ink: '#fff' } }, themes: { light: { ink: '#000' }, dark: { ink: '#eee' } }, moods: { usa: { light: { sea: '#00f' }, dark: { sea: '#003' } } } });
    expect(css).toContain('--card-red: #f00');
    expect(css).toContain(":root[data-theme='dark'] [data-mood='usa']");
  });
});

describe('the service worker', () => {
  const template = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8');
  const built = { 'index.html': '<main>', 'assets/a-1.js': 'a', 'assets/b-1.css': 'b' };
  it('names every file of its build and no other', () => expect(workerOf(template, built)).toContain('const FILES = ["assets/a-1.js","assets/b-1.css"];'));
  it('is the same for the same build', () => expect(workerOf(template, { ...built })).toBe(workerOf(template, built)));
  it.each<Record<string, string>>([{ 'assets/a-2.js': 'a' }, { 'index.html': '<main id="x">' }])('is another with %j', (change) =>
    expect(workerOf(template, { ...built, ...change })).not.toBe(workerOf(template, built)));
});

describe("the browser's language", () => {
  const ours = ['en', 'ko', 'zh-Hant', 'ja', 'zh-Hans', 'it'] as const;
  it.each([
    [['ko-KR'], 'ko'],
    [['zh-TW'], 'zh-Hant'],
    [['zh-Hant-HK'], 'zh-Hant'],
    [['zh-HK'], 'zh-Hant'],
    [['zh-CN'], 'zh-Hans'],
    [['zh-Hans-TW'], 'zh-Hans'],
    [['zh'], 'zh-Hans'],
    [['fr-FR', 'it-CH', 'en'], 'it'],
    [['fr'], 'en'],
    [[], 'en'],
  ])('%j reads %s', (wanted, language) => expect(matchLanguage(wanted, ours, 'en')).toBe(language));
});

describe('stored settings', () => {
  it('keeps what it understands', () => expect(readSettings('{"theme":"dark","sounds":{"bell":false},"bots":3}')).toMatchObject({ theme: 'dark', bots: 3, sounds: { bell: false, card: true } }));
  it.each([null, '', 'nonsense', '[]', '42', '{"theme":"pink","bots":99,"sounds":7}'])('%j gives the defaults', (text) => expect(readSettings(text)).toEqual(DEFAULTS));
});
