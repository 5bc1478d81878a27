/** Why a track cannot be claimed now, in the reader's words. The server decides; we translate its code. */
import type { TrackLayout } from '../server/types';
import { missingFor, type Missing } from './missing-cards';
import { m } from '../paraglide/messages.js';
import type { Answer } from '../server/types';
import { colourWord } from '../shell/game-words';
import type { Play } from '../table/play.svelte';

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** "You need 2 more red or locomotives": which cards can be used depends on the board. */
function missingWords(play: Play, track: TrackLayout, missing: Missing): string {
  const { n, locomotives } = missing;
  const sentences = [locomotives === n ? m.why_missing_locomotives({ n }) : lackWords(track, missing)];
  if (locomotives > 0 && locomotives < n) sentences.push(m.why_of_them_locomotives({ n: locomotives }));
  if (locomotives > 0 && play.board.ferrySubstitute > 0)
    sentences.push(m.why_locomotive_substitute({ n: play.board.ferrySubstitute }));
  return sentences.join(' ');
}

function lackWords(track: TrackLayout, { n, of, wild }: Missing): string {
  switch (of) {
    case 'cards':
      return m.why_missing_cards({ n });
    case 'one colour':
      return wild ? m.why_missing_one_colour_wild({ n }) : m.why_missing_one_colour({ n });
    case 'colour':
      return wild
        ? m.why_missing_wild({ n, colour: colourWord(track.colour) })
        : m.why_missing_colour({ n, colour: colourWord(track.colour) });
  }
}

export function answerWords(play: Play, track: string, answer: Answer | null): string {
  const reason = answer?.reason;
  const params = reason?.params ?? {};
  switch (reason?.code) {
    case 'taken':
      return numberOf(params.seat) === play.live.seat
        ? m.state_yours()
        : m.why_taken({ player: play.name(numberOf(params.seat)) });
    case 'trains':
      return m.why_trains({ have: numberOf(params.have), need: numberOf(params.need) });
    case 'tokens':
      return m.why_tokens({ have: numberOf(params.have), need: numberOf(params.need) });
    case 'parallel_own':
      return m.why_parallel_own();
    case 'parallel_closed':
      return m.why_parallel_closed({ n: numberOf(params.players) });
    case 'over':
      return m.game_over();
    default:
      // Missing cards are more useful to know than whose turn it is, so they come first.
      break;
  }
  const facts = play.board.tracks.get(track);
  const missing = facts ? missingFor(answer, facts, play.board.wildOn) : null;
  if (facts && missing) return missingWords(play, facts, missing);
  if (reason?.code === 'not_your_turn') return m.why_not_your_turn();
  if (reason?.code === 'phase') return m.why_finish_first();
  return m.claim_no_way();
}

export async function whyWords(play: Play, track: string): Promise<string> {
  const view = play.live.view;
  const owner = view?.routes[track];
  if (owner !== undefined)
    return owner === play.live.seat ? m.state_yours() : m.why_taken({ player: play.name(owner) });
  if (!view || view.phase === 'over') return m.game_over();
  if (play.live.seat === null) return play.live.hints?.closed.includes(track) ? m.state_closed() : m.you_are_watching();
  return answerWords(play, track, await play.live.ask('track', track));
}
