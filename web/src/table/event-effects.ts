/** Motion and sound for an event that has just happened. */
import type { GameEvent, View } from '../server/types';
import { motionAllowed } from '../shell/settings.svelte';
import { sound } from '../shell/sound';
import { fly, flyCards } from './card-flight';
import type { Play } from './play.svelte';

/** How long what a claim sets in motion stays, in milliseconds; a draw is over after its card's flight. */
const CLAIM_TIME = 2600;
const TICKET_TIME = 3200;

const find = (selector: string): Element | null => document.querySelector(selector);

export function playEffects(event: GameEvent, before: View, after: View, seat: number | null, play: Play): void {
  const own = event.seat === seat;
  const home = own ? (find('.hand') ?? find(`[data-seat="${event.seat}"]`)) : find(`[data-seat="${event.seat}"]`);
  if (event.kind === 'draw') {
    sound('card');
    const from = event.from === 'market' ? find(`[data-draw="${event.card ?? ''}"]`) : find('[data-draw="deck"] .back');
    fly(from, home);
    if (own) play.freshCard = event.card ?? null;
  }
  if (event.claimed) {
    const track = event.claimed;
    sound('wagon', play.board.tracks.get(track)?.length ?? 1);
    const move = { track, points: event.points ?? null, n: play.live.n };
    play.last = move;
    setTimeout(() => {
      if (play.last === move) play.last = null;
    }, CLAIM_TIME);
    flyCards(event.spent ?? event.laid ?? {}, home, find(`[data-track="${CSS.escape(track)}"]`));
    if (own) celebrate(play, before);
  }
  if (event.last_round) sound('whistle');
  else if (seat !== null && after.turn === seat && before.turn !== seat && after.phase !== 'over') sound('bell');
}

/** A ticket of ours that this claim completed has its moment: its line, a stamp, a chime. */
function celebrate(play: Play, before: View): void {
  const { seat, view, hints } = play.live;
  if (seat === null || view === null) return;
  const ticket = (before.seats[seat]?.tickets ?? []).find(
    (id) => hints?.tickets[id] === 'open' && play.wayOf(id, seat, true),
  );
  if (ticket === undefined) return;
  sound('chime');
  // It is lit meanwhile: both ends and its line are in sight, on a phone too.
  play.completed = ticket;
  setTimeout(
    () => {
      if (play.completed === ticket) play.completed = null;
    },
    motionAllowed() ? TICKET_TIME : 2 * TICKET_TIME,
  );
}
