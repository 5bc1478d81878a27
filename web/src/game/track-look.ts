/** How a track looks to a seat: five looks, from what the server says about it. */
import type { Hints, View } from '../server/types';
import type { Options } from './notation';

export type Look = 'free' | 'claimable' | 'soon' | 'closed' | 'taken';

export function lookOf(track: string, view: View | null, options: Options, hints: Hints | null = null): Look {
  if (!view) return 'free';
  if (view.routes[track] !== undefined) return 'taken';
  if (options.claims.has(track)) return 'claimable';
  if (hints?.closed.includes(track)) return 'closed';
  // One missing card only: with two, half the board would be marked.
  if (view.phase !== 'over' && hints?.missing[track] === 1) return 'soon';
  return 'free';
}
