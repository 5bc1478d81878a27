import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHARACTERS, characterLine } from './character-lines';
import { portrait, portraitOf } from './portraits';

const drawn = readdirSync(new URL('../../public/characters/', import.meta.url));

describe('characters', () => {
  it('each has a portrait, and each portrait a character', () => {
    expect(CHARACTERS.map((name) => portraitOf(name).replace('/characters/', '')).sort()).toEqual(drawn.sort());
  });
  it('each has a line, with the level and how often it decides by whim', () => {
    expect(characterLine({ name: 'Hugo', level: 'normal' })).toBe(
      'normal · Saves up a big hand before claiming anything. One decision in ten is a whim.',
    );
    expect(characterLine({ name: 'Rosa', level: 'expert' })).toBe('expert · Guesses your tickets from your tracks.');
  });
  it('a bot without a character has its level', () =>
    expect(characterLine({ name: null, level: 'hard' })).toBe('hard'));
  it('only bots with a name have a portrait', () => {
    expect(portrait({ kind: 'bot', name: 'Hugo' })).toBe('/characters/hugo.svg');
    expect(portrait({ kind: 'bot', name: null })).toBe('');
    expect(portrait({ kind: 'person', name: 'Hugo' })).toBe('');
    expect(portrait(undefined)).toBe('');
    expect(portrait({ kind: 'bot', name: '../x' })).toBe('/characters/..%2Fx.svg');
  });
});
