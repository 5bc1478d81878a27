/** How a track looks to a seat: five looks, from what the server says about it. */
import type { Hints, View } from '../server/types';
import type { Options } from './notation';

export type Look = 'free' | 'claimable' | 'soon' | 'closed' | 'taken';

/** Tracks short of at most this many cards look "affordable soon". */
export const SOON = 2;

export function lookOf(track: string, view: View | null, options: Options, hints: Hints | null = null): Look {
  if (!view) return 'free';
  if (view.routes[track] !== undefined) return 'taken';
  if (options.claims.has(track)) return 'claimable';
  if (hints?.closed.includes(track)) return 'closed';
  const missing = hints?.missing[track];
  if (missing !== undefined && missing <= SOON) return 'soon';
  return 'free';
}
