/** The reader's language: a rune, so that changing it re-renders every message without a reload. */
import { baseLocale, locales, overwriteGetLocale, type Locale } from '../paraglide/runtime.js';
import { matchLanguage } from './match-language';
import { store, stored } from './storage';

const STORED = 'goldenspike.language';

/** The name of each language in itself, in the order of the menu. */
export const LANGUAGE_NAMES: Record<Locale, string> = {
  en: 'English',
  ko: '한국어',
  'zh-Hant': '繁體中文',
  ja: '日本語',
  'zh-Hans': '简体中文',
  it: 'Italiano',
};

function initial(): Locale {
  const chosen = stored(STORED);
  return (
    locales.find((locale) => locale === chosen) ??
    matchLanguage(navigator.languages ?? [navigator.language], locales, baseLocale)
  );
}

let current = $state<Locale>(initial());
overwriteGetLocale(() => current);

export function language(): Locale {
  return current;
}

export function setLanguage(locale: Locale): void {
  current = locale;
  store(STORED, locale);
}
