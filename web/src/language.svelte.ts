/** The reader's language: a rune, so that a switch repaints every message at once without a reload. */
import { baseLocale, locales, overwriteGetLocale, type Locale } from './paraglide/runtime.js';

const STORED = 'goldenspike.language';

/** Each language in its own words, in the order of the switch. */
export const LANGUAGE_NAMES: Record<Locale, string> = {
  en: 'English',
  ko: '한국어',
  'zh-Hant': '繁體中文',
  ja: '日本語',
  'zh-Hans': '简体中文',
  it: 'Italiano',
};

/** The best of our languages for what a browser asks for, in its order of preference. */
export function matchLanguage(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const parts = tag.toLowerCase().split('-');
    if (parts[0] === 'zh') {
      const traditional = parts.includes('hant') || parts.some((p) => ['tw', 'hk', 'mo'].includes(p));
      const simplified = parts.includes('hans');
      return traditional && !simplified ? 'zh-Hant' : 'zh-Hans';
    }
    const found = locales.find((locale) => locale === parts[0]);
    if (found) return found;
  }
  return baseLocale;
}

function initial(): Locale {
  try {
    const stored = localStorage.getItem(STORED);
    const known = locales.find((locale) => locale === stored);
    if (known) return known;
    return matchLanguage(navigator.languages ?? [navigator.language]);
  } catch {
    return baseLocale;
  }
}

let current = $state<Locale>(initial());
overwriteGetLocale(() => current);

export function language(): Locale {
  return current;
}

export function setLanguage(locale: Locale): void {
  current = locale;
  try {
    localStorage.setItem(STORED, locale);
  } catch {
    // A browser that keeps nothing still shows the language until it is closed.
  }
}
