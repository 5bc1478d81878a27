/** Motion and sound for an event that has just happened. */
import type { GameEvent, View } from '../server/types';
import { sound } from '../shell/sound';
import { fly } from './card-flight';
import type { Play } from './play.svelte';

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
    sound('wagon', play.board.tracks.get(event.claimed)?.length ?? 1);
    play.fresh = event.claimed;
  }
  if (event.last_round) sound('whistle');
  else if (seat !== null && after.turn === seat && before.turn !== seat && after.phase !== 'over') sound('bell');
}
