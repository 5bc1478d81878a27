/** What a puzzle is about, in words. */
import { m } from '../paraglide/messages.js';

const WORDS: Record<string, () => string> = {
  ticket_made: m.theme_ticket_made,
  ticket_saved: m.theme_ticket_saved,
  race: m.theme_race,
  cut: m.theme_cut,
  last_round: m.theme_last_round,
  endgame: m.theme_endgame,
  build_now: m.theme_build_now,
  hold_cards: m.theme_hold_cards,
  long_track: m.theme_long_track,
  locomotive: m.theme_locomotive,
  new_tickets: m.theme_new_tickets,
  enough_tickets: m.theme_enough_tickets,
  choose_tickets: m.theme_choose_tickets,
  tunnel: m.theme_tunnel,
  opening: m.theme_opening,
};

export const themeWord = (theme: string): string => WORDS[theme]?.() ?? theme;
