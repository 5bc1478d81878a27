/** What a hand lacks for a track, taken from the server's answer: how many cards, and which would help. */
import type { Answer } from '../server/types';

export interface Missing {
  n: number;
  /** How many of them have to be locomotives: a ferry's symbols ask for them. */
  locomotives: number;
  /** Which cards are meant: of the track's colour, of any one colour, or (unknown) just cards. */
  of: 'colour' | 'one colour' | 'cards';
  /** Locomotives can be used as well. */
  wild: boolean;
}

/** `wildOn`: kinds of track on which locomotives are wild. */
export function missingFor(
  answer: Answer | null,
  track: { colour: string; kind: string; locomotives: number },
  wildOn: readonly string[],
): Missing | null {
  const told = answer?.reason?.params ?? {};
  const count = (value: unknown): number => (typeof value === 'number' ? value : 0);
  const n = count(told.missing) || count(answer?.missing);
  if (n === 0) return null;
  const of = track.colour === 'gray' ? 'one colour' : 'colour';
  const wild = wildOn.includes(track.kind);
  // Before our turn the answer for a ferry has only a sum, not which kind of card is missing.
  if (track.locomotives > 0 && told.locomotives === undefined) return { n, locomotives: 0, of: 'cards', wild };
  return { n, locomotives: Math.min(n, count(told.locomotives)), of, wild };
}
