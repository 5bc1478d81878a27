/** The settings of a browser, and how stored ones are read. */

export interface Settings {
  theme: 'system' | 'light' | 'dark';
  motion: 'system' | 'on' | 'off';
  bigSymbols: boolean;
  /** Wagons have patterns besides their colour and emblem. */
  patterns: boolean;
  /** No sound at all, whatever `sounds` says. */
  muted: boolean;
  /** Whether reactions of others are shown. */
  reactions: boolean;
  sounds: { card: boolean; wagon: boolean; bell: boolean; whistle: boolean; chime: boolean };
  board: string;
  bots: number;
  level: string;
}

export const DEFAULTS: Settings = {
  theme: 'system',
  motion: 'system',
  bigSymbols: false,
  patterns: false,
  muted: false,
  reactions: true,
  sounds: { card: true, wagon: true, bell: true, whistle: true, chime: true },
  board: 'usa',
  bots: 1,
  level: 'normal',
};

/** The valid parts of a stored text, defaults for the rest: an old or broken entry does no harm. */
export function readSettings(text: string | null): Settings {
  const result: Settings = { ...DEFAULTS, sounds: { ...DEFAULTS.sounds } };
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return result;
  }
  if (typeof stored !== 'object' || stored === null) return result;
  const from = stored as Record<string, unknown>;
  const oneOf = <T extends string>(value: unknown, choices: readonly T[], otherwise: T): T =>
    choices.find((choice) => choice === value) ?? otherwise;
  result.theme = oneOf(from.theme, ['system', 'light', 'dark'], result.theme);
  result.motion = oneOf(from.motion, ['system', 'on', 'off'], result.motion);
  if (typeof from.bigSymbols === 'boolean') result.bigSymbols = from.bigSymbols;
  if (typeof from.patterns === 'boolean') result.patterns = from.patterns;
  if (typeof from.muted === 'boolean') result.muted = from.muted;
  if (typeof from.reactions === 'boolean') result.reactions = from.reactions;
  if (typeof from.board === 'string') result.board = from.board;
  if (typeof from.level === 'string') result.level = from.level;
  if (typeof from.bots === 'number' && from.bots >= 1 && from.bots <= 4) result.bots = Math.floor(from.bots);
  const sounds = from.sounds;
  if (typeof sounds === 'object' && sounds !== null) {
    for (const kind of Object.keys(result.sounds) as (keyof Settings['sounds'])[]) {
      const value = (sounds as Record<string, unknown>)[kind];
      if (typeof value === 'boolean') result.sounds[kind] = value;
    }
  }
  return result;
}
