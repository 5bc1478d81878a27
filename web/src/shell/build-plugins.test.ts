import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { paletteCss } from '../../palette-plugin.ts';
import { workerOf } from '../../service-worker-plugin.ts';

describe('the palette', () => {
  it('becomes custom properties for both themes', () => {
    const css = paletteCss({
      cards: { red: { fill: '#f00', ink: '#fff' } },
      players: { red: { fill: '#a02', ink: '#ffe' } },
      slots: { light: { red: { rim: '#c22', sign: '#911' } }, dark: { red: { rim: '#d44', sign: '#f99' } } },
      themes: { light: { ink: '#000' }, dark: { ink: '#eee' } },
      moods: { usa: { light: { sea: '#00f' }, dark: { sea: '#003' } } },
    });
    expect(css).toContain('--card-red: #f00');
    expect(css).toContain('.colour-red {\n  --fill: var(--card-red);\n  --on-fill: var(--on-red);\n}');
    expect(css).toContain('.player-red {\n  --fill: #a02;\n  --on-fill: #ffe;\n}');
    expect(css).toContain('.slot-red {\n  --rim: #c22;\n  --sign: #911;\n}');
    expect(css).toContain(":root[data-theme='dark'] .slot-red {\n  --rim: #d44;");
    expect(css).toContain(":root[data-theme='dark'] [data-mood='usa']");
  });
});

describe('the service worker', () => {
  const template = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8');
  const built = { 'index.html': '<main>', 'assets/a-1.js': 'a', 'assets/b-1.css': 'b' };
  it('names every file of its build and no other', () =>
    expect(workerOf(template, built)).toContain('const FILES = ["assets/a-1.js","assets/b-1.css"];'));
  it('is the same for the same build', () => expect(workerOf(template, { ...built })).toBe(workerOf(template, built)));
  it.each<Record<string, string>>([{ 'assets/a-2.js': 'a' }, { 'index.html': '<main id="x">' }])(
    'is another with %j',
    (change) => expect(workerOf(template, { ...built, ...change })).not.toBe(workerOf(template, built)),
  );
});
