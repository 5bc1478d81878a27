/** Symbols, emblems and patterns, from the file that all drawings of a board use; colours are CSS properties. */
import {
  cards,
  companies,
  emblems,
  patterns,
  players,
  regions,
  station,
  symbols,
} from '../../../src/goldenspike/boards/drawing/palette.json';

/** A card's symbol as an SVG path in a square from -10 to 10. */
export const SYMBOLS: Record<string, string> = Object.fromEntries(
  Object.entries(cards).flatMap(([card, style]) => {
    const path = (symbols as Record<string, string>)[style.symbol];
    return path ? [[card, path]] : [];
  }),
);

/** A player's emblem as an SVG path in a square from -10 to 10, by the player's colour. */
export const EMBLEMS: Record<string, string> = Object.fromEntries(
  Object.entries(players).map(([player, style]) => [player, (emblems as Record<string, string>)[style.emblem]!]),
);

/** A player's station as an SVG path in the same square; the emblem is on it. */
export const STATION: string = station;

export interface Pattern {
  name: string;
  tile: number;
  path: string;
  /** Width of the line; 0: the path is filled. */
  stroke: number;
}

/** By seat, over the wagons of those who ask for it. */
export const PATTERNS: readonly Pattern[] = patterns;

/** Of the bands behind regions, cyclic. */
export const REGION_COLOURS: readonly string[] = regions;

/** Of the marks of companies, dark enough for a white letter, by the number of the company. */
export const COMPANY_COLOURS: readonly string[] = companies;
