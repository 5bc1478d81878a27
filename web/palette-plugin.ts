import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

interface Palette {
  cards: Record<string, { fill: string; ink: string }>;
  players: Record<string, { fill: string; ink: string }>;
  slots: Record<string, Record<string, { rim: string; sign: string }>>;
  themes: Record<string, Record<string, string>>;
  moods: Record<string, Record<string, Record<string, string>>>;
}

/**
 * The palette as custom properties: `--card-red`, `--on-red`, and each board's land and water by mood and theme.
 * An element of the class `colour-red` has the two of a card as `--fill` and `--on-fill`, one of the class `player-red`
 * those of a player, and one of the class `slot-red` the colours of a free space as `--rim` and `--sign`.
 */
export function paletteCss(palette: Palette): string {
  const block = (selector: string, values: [string, string][]): string =>
    `${selector} {\n${values.map(([name, value]) => `  --${name}: ${value};`).join('\n')}\n}`;
  const lines: string[] = [];
  lines.push(
    block(
      ':root',
      Object.entries(palette.cards).flatMap(([card, { fill, ink }]): [string, string][] => [
        [`card-${card}`, fill],
        [`on-${card}`, ink],
      ]),
    ),
  );
  for (const card of Object.keys(palette.cards)) {
    lines.push(
      block(`.colour-${card}`, [
        ['fill', `var(--card-${card})`],
        ['on-fill', `var(--on-${card})`],
      ]),
    );
  }
  for (const [player, { fill, ink }] of Object.entries(palette.players)) {
    lines.push(
      block(`.player-${player}`, [
        ['fill', fill],
        ['on-fill', ink],
      ]),
    );
  }
  for (const [theme, values] of Object.entries(palette.themes)) {
    const root = theme === 'light' ? ':root' : `:root[data-theme='${theme}']`;
    for (const [colour, { rim, sign }] of Object.entries(palette.slots[theme] ?? {})) {
      lines.push(
        block(theme === 'light' ? `.slot-${colour}` : `${root} .slot-${colour}`, [
          ['rim', rim],
          ['sign', sign],
        ]),
      );
    }
    lines.push(
      block(
        root,
        Object.entries(values).map(([name, value]) => [`board-${name}`, value]),
      ),
    );
    for (const [mood, moods] of Object.entries(palette.moods)) {
      const selector = theme === 'light' ? `[data-mood='${mood}']` : `${root} [data-mood='${mood}']`;
      lines.push(
        block(
          selector,
          Object.entries(moods[theme] ?? {}).map(([name, value]) => [`mood-${name.replace('_', '-')}`, value]),
        ),
      );
    }
  }
  return lines.join('\n');
}

/** Generates `virtual:palette.css` from the file that Python and the browser share. */
export function palettePlugin(file: URL): Plugin {
  const id = 'virtual:palette.css';
  return {
    name: 'goldenspike-palette',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(resolved) {
      if (resolved !== `\0${id}`) return null;
      this.addWatchFile(file.pathname);
      return paletteCss(JSON.parse(readFileSync(file, 'utf8')) as Palette);
    },
  };
}
