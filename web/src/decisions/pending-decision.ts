/** Which decision is asked for now, from what the server allows. */
import type { Options } from '../game/notation';

export type Decision = 'keep' | 'tunnel' | 'passenger' | 'share' | 'give' | 'pass' | 'mix' | 'station';

/** Drawing tickets is all that can be done. */
export const onlyTickets = (options: Options): boolean =>
  options.tickets.length > 0 && options.draws.size === 0 && options.claims.size === 0 && options.stations.size === 0;

/**
 * What has to be decided before anything else, given these options; null: a free turn.
 *
 * `mixing`: the player is choosing from which decks tickets come; `sending`: a move is on its way; `building`: the
 * player is choosing where a station is built.
 */
export function pendingDecision(
  options: Options,
  mixing: boolean,
  sending: boolean,
  building = false,
): Decision | null {
  if (options.keeps.length > 0) return 'keep';
  if (options.pays.length > 0 || options.withdraw) return 'tunnel';
  if (options.takes.length > 0) return 'passenger';
  if (options.shares.length > 0) return 'share';
  // Substitutes that were chosen with the claim are sent one by one: nobody is asked for them again.
  if (options.gives.length > 0) return sending ? null : 'give';
  if (options.pass) return 'pass';
  if (building && options.stations.size > 0) return 'station';
  return mixing || onlyTickets(options) ? 'mix' : null;
}
