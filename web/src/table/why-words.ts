/** Why a track cannot be claimed now, in the reader's words. The server decides; we translate its code. */
import { m } from '../paraglide/messages.js';
import type { Answer } from '../server/types';
import { colourWord } from '../words';
import type { Play } from './play.svelte';

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** "You need 2 more red or locomotive": what may fill the gap is written on the board. */
function missingWords(play: Play, track: string, n: number): string {
  const facts = play.board.tracks.get(track);
  const colour = facts && facts.colour !== 'gray' ? colourWord(facts.colour) : m.why_same_colour();
  const wild = facts !== undefined && play.board.wildOn.includes(facts.kind);
  return m.why_cards_missing({ n, cards: wild ? m.why_or({ a: colour, b: colourWord('locomotive') }) : colour });
}

export function answerWords(play: Play, track: string, answer: Answer | null): string {
  const reason = answer?.reason;
  const params = reason?.params ?? {};
  switch (reason?.code) {
    case 'taken':
      return numberOf(params.seat) === play.live.seat ? m.state_yours() : m.why_taken({ player: play.name(numberOf(params.seat)) });
    case 'trains':
      return m.why_trains({ have: numberOf(params.have), need: numberOf(params.need) });
    case 'parallel_own':
      return m.why_parallel_own();
    case 'parallel_closed':
      return m.why_parallel_closed({ n: numberOf(params.players) });
    case 'over':
      return m.game_over();
  }
  const missing = answer?.missing ?? 0;
  if (missing > 0) return missingWords(play, track, missing);
  if (reason?.code === 'not_your_turn') return m.why_not_your_turn();
  if (reason?.code === 'phase') return m.why_finish_first();
  return m.claim_no_way();
}

export async function whyWords(play: Play, track: string): Promise<string> {
  const view = play.live.view;
  const owner = view?.routes[track];
  if (owner !== undefined) return owner === play.live.seat ? m.state_yours() : m.why_taken({ player: play.name(owner) });
  if (!view || view.phase === 'over') return m.game_over();
  if (play.live.seat === null) return play.live.hints?.closed.includes(track) ? m.state_closed() : m.you_are_watching();
  return answerWords(play, track, await play.live.ask('track', track));
}
