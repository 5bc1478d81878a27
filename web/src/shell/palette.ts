/** Symbols and owners' patterns, from the file that all drawings of a board use; colours are CSS properties. */
import { cards, patterns, symbols } from '../../../src/goldenspike/boards/drawing/palette.json';

/** A card's symbol as an SVG path in a square from -10 to 10. */
export const SYMBOLS: Record<string, string> = Object.fromEntries(
  Object.entries(cards).flatMap(([card, style]) => {
    const path = (symbols as Record<string, string>)[style.symbol];
    return path ? [[card, path]] : [];
  }),
);

export interface Pattern {
  name: string;
  tile: number;
  path: string;
  /** Width of the line; 0: the path is filled. */
  stroke: number;
}

/** By seat, so that colour is never the only sign of an owner. */
export const PATTERNS: readonly Pattern[] = patterns;
