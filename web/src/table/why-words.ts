/** Why a track cannot be claimed now, in the reader's words. The server decides; its rule's name is what we translate. */
import { m } from '../paraglide/messages.js';
import type { Reason } from '../server/types';
import { colourWord } from '../words';
import type { Play } from './play.svelte';

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** Cards missing, as "2 more red or locomotive"; what may fill the gap comes with the reason. */
function missingWords(play: Play, track: string, params: Record<string, unknown>): string {
  const n = numberOf(params.missing) || numberOf(play.live.view?.hints?.missing?.[track]);
  if (n === 0) return m.why_too_long();
  const colours = Array.isArray(params.colours) ? params.colours.map(String) : [];
  const named = colours.length > 2 ? [m.why_same_colour(), ...colours.filter((c) => c === 'locomotive').map(colourWord)] : colours.map(colourWord);
  const [first, second] = named;
  const cards = first && second ? m.why_or({ a: first, b: second }) : (first ?? m.card_any());
  return m.why_cards_missing({ n, cards });
}

export function reasonWords(play: Play, track: string, reason: Reason): string {
  const view = play.live.view;
  const params = reason.params ?? {};
  const length = play.board.tracks.get(track)?.length ?? 0;
  const trains = view?.seats[play.live.seat ?? -1]?.trains ?? 0;
  switch (reason.rule) {
    case 'CLAIM-2':
      return m.why_trains({ have: numberOf(params.have) || trains, need: numberOf(params.need) || length });
    case 'CLAIM-5':
      return m.why_parallel_own();
    case 'CLAIM-6':
    case 'N-DOUBLE':
    case 'G-TRIPLE-1':
      return m.why_parallel_closed({ n: view?.players ?? 0 });
    case 'CLAIM-1':
    case 'N-LOCO':
    case 'N-FERRY-1':
    case 'N-LIEKSA':
      return missingWords(play, track, params);
    default:
      return m.why_not_now();
  }
}

export async function whyWords(play: Play, track: string): Promise<string> {
  const view = play.live.view;
  const owner = view?.routes[track];
  if (owner !== undefined) return owner === play.live.seat ? m.state_yours() : m.why_taken({ player: play.name(owner) });
  if (!view || view.phase === 'over') return m.game_over();
  if (play.live.seat === null) return m.you_are_watching();
  const answer = await play.live.ask('track', track);
  const reason = answer?.reason;
  if (reason && reason.rule.startsWith('CLAIM-') && reason.rule !== 'CLAIM-4') return reasonWords(play, track, reason);
  if (!play.live.myTurn) return m.why_not_your_turn();
  if (view.phase !== 'turn') return m.why_finish_first();
  return reason ? reasonWords(play, track, reason) : m.claim_no_way();
}
