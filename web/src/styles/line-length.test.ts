/** The linter checks that scripts and components have at most 120 columns; this does so for CSS and HTML. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const files = ['src/styles/base.css', 'src/styles/fonts.css', 'src/styles/tokens.css', 'index.html'];

it.each(files)('%s keeps to 120 columns', (file) => {
  const lines = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split('\n');
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});
