/** The words of a lesson's steps, with the names of this board. */
import { parseCards } from '../game/notation';
import { m } from '../paraglide/messages.js';
import { cardsWords, colourWord, ticketName, trackName } from '../shell/game-words';
import type { Play } from '../table/play.svelte';
import { TICKET, type LessonName, type Step, type StepWords } from './lesson-steps';

const TITLES: Record<LessonName, () => string> = {
  first_game: m.learn_first_game,
  last_round: m.learn_last_round,
  passengers: m.learn_passengers,
  ferry: m.learn_ferry,
  tunnel: m.learn_tunnel,
  lieksa: m.learn_lieksa,
};
export const lessonTitle = (lesson: LessonName): string => TITLES[lesson]();

/** The cards of the payment that a step asks for. */
export const stepCards = (step: Step): string => cardsWords(parseCards(step.action?.split(' ')[2] ?? ''));

export function stepWords(step: Step, play: Play): string {
  const track = play.board.tracks.get(step.track ?? '');
  const route = step.track === undefined ? '' : trackName(play.board, step.track);
  const cards = stepCards(step);
  const longest = String(Math.max(...Object.values(play.board.routePoints)));
  const mine = play.live.view?.seats[play.live.seat ?? -1];
  const words: Record<StepWords, () => string> = {
    tickets: () => m.learn_step_tickets({ ticket: ticketName(play.board, TICKET) }),
    watch: m.learn_step_watch,
    draw: () => m.learn_step_draw({ card: colourWord(step.action?.split(' ')[1] ?? '') }),
    second: m.learn_step_second,
    choose: () => m.learn_step_choose({ route }),
    pay: () => m.learn_step_pay({ cards }),
    double: () => m.learn_step_double({ route }),
    closed: () => m.learn_step_closed({ route }),
    more: m.learn_step_more,
    keep: m.learn_step_keep,
    first_done: m.learn_step_first_done,
    last: () => m.learn_step_last({ n: mine?.trains ?? 0, route }),
    final: () => m.learn_step_final({ route }),
    score: m.learn_step_score,
    passengers: () => m.learn_step_passengers({ route }),
    claim: m.learn_step_claim,
    take: m.learn_step_take,
    take_second: m.learn_step_take_second,
    passengers_done: () =>
      m.learn_step_passengers_done({ first: play.board.passengerFirst, second: play.board.passengerSecond }),
    ferry: () => m.learn_step_ferry({ route }),
    ferry_pay: m.learn_step_ferry_pay,
    ferry_done: m.learn_step_ferry_done,
    tunnel: () => m.learn_step_tunnel({ route }),
    tunnel_pay: () => m.learn_step_tunnel_pay({ cards }),
    extra: m.learn_step_extra,
    tunnel_done: m.learn_step_tunnel_done,
    lieksa: () => m.learn_step_lieksa({ route, n: track?.length ?? 0, points: longest }),
    lieksa_pay: m.learn_step_lieksa_pay,
    lieksa_done: () => m.learn_step_lieksa_done({ points: longest }),
  };
  return words[step.words]();
}
