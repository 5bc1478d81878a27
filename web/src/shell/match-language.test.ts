import { describe, expect, it } from 'vitest';
import { matchLanguage } from './match-language';

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
