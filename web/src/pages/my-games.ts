/** What the lists of one's own games need to know. */
import type { MyGame } from '../server/types';

/** Bots have all of our seats to the end: there is nothing to go on with. */
export const left = ({ table, seats }: Pick<MyGame, 'table' | 'seats'>): boolean =>
  table.status === 'running' &&
  seats.every((seat) => table.seats.find((each) => each.seat === seat)?.stand_in === 'for_good');
