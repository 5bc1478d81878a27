/** Refusals in the reader's language, by their code; for an unknown code the server's English sentence. */
import { m } from '../paraglide/messages.js';
import { Refusal } from '../server/http';
import type { ErrorBody } from '../server/types';

function text(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Why a move is not legal, by the code of the reason; what a player cannot come to in our panels has no words. */
const REASONS: Record<string, (params: Record<string, unknown>) => string> = {
  no_stations: () => m.why_no_stations(),
  station_cost: (p) => m.why_station_cost({ n: Number(p.need) }),
  station_country: () => m.why_station_country(),
  station_taken: () => m.why_station_taken(),
};

const WORDS: Record<string, (params: Record<string, unknown>) => string> = {
  offline: () => m.error_offline(),
  malformed: () => m.error_misunderstood(),
  too_large: () => m.error_misunderstood(),
  unknown_message: () => m.error_misunderstood(),
  hello_first: () => m.error_misunderstood(),
  question_bad: () => m.error_misunderstood(),
  too_many_connections: () => m.error_connections(),
  origin_refused: () => m.error_origin(),
  rate_limited: (p) => m.error_rate_limited({ seconds: text(p.retry_after) }),
  server_full: () => m.error_server_full(),
  busy: () => m.error_server_full(),
  token_needed: () => m.error_token(),
  token_unknown: () => m.error_token(),
  login_wrong: () => m.error_login(),
  name_taken: (p) => m.error_name_taken({ name: text(p.name) }),
  name_bad: (p) => m.error_name_bad({ limit: text(p.limit) }),
  password_short: (p) => m.error_password({ least: text(p.least) }),
  account_already: () => m.error_account_already(),
  account_needed: () => m.error_account_needed(),
  recovery_wrong: () => m.error_recovery(),
  other_device: () => m.error_other_device(),
  banned: () => m.error_banned(),
  muted: () => m.error_muted(),
  not_moderator: () => m.error_not_moderator(),
  subscription_bad: () => m.error_subscription(),
  not_found: (p) => (p.what === 'board' ? m.error_board() : p.what === 'page' ? m.not_found() : m.error_not_found()),
  board_unknown: () => m.error_board(),
  variant_unknown: () => m.error_variant(),
  lesson_unknown: () => m.error_lesson(),
  board_problems: (p) => m.error_board_problems({ n: text(p.count) }),
  board_costly: () => m.error_board_costly(),
  board_not_drawn: () => m.board_being_drawn(),
  board_removed: () => m.error_board_removed(),
  too_many_boards: (p) => m.error_too_many_boards({ limit: text(p.limit) }),
  seats_number: (p) => m.error_seats({ least: text(p.least), most: text(p.most) }),
  first_bad: () => m.error_seat_unknown(),
  seat_unknown: () => m.error_seat_unknown(),
  bot_unknown: () => m.error_bot(),
  colour_unknown: () => m.error_colour_unknown(),
  not_owner: () => m.error_not_owner(),
  colour_taken: () => m.error_colour_taken(),
  seat_taken: () => m.error_seat_taken(),
  table_full: () => m.error_table_full(),
  table_started: () => m.error_started(),
  table_waiting: () => m.error_not_started(),
  table_running: () => m.replay_not_over(),
  table_finished: () => m.game_over(),
  seats_open: () => m.waiting_need_players(),
  too_few_players: (p) => m.error_too_few({ least: text(p.least) }),
  other_rules: () => m.error_other_rules(),
  other_board: () => m.error_other_rules(),
  too_many_tables: (p) => m.error_too_many_tables({ limit: text(p.limit) }),
  too_many_seats: (p) => m.error_too_many_seats({ limit: text(p.limit) }),
  kicked: () => m.error_kicked(),
  invitation_needed: () => m.error_invitation(),
  spectator: () => m.error_spectator(),
  seat_given_up: () => m.error_seat_given_up(),
  not_your_turn: () => m.why_not_your_turn(),
  not_your_seat: () => m.error_not_your_seat(),
  stale: () => m.error_stale(),
  ideas_refused: () => m.error_ideas(),
  step_unknown: () => m.error_step(),
  no_record: () => m.error_record(),
  chat_bad: (p) => m.error_chat({ limit: text(p.limit) }),
  storage: () => m.error_storage(),
  closing: () => m.error_closing(),
  conflict: () => m.error_stale(),
  illegal: (p) => REASONS[text(p.reason)]?.(p) ?? m.why_not_now(),
  internal: () => m.error_generic(),
};

export function errorWords(error: ErrorBody): string {
  return WORDS[error.code]?.(error.params) ?? error.text;
}

/** The refusal of a table code: only a missing table means that the code is wrong. */
export function codeWords(refusal: unknown): string {
  const missing = refusal instanceof Refusal && refusal.error.code === 'not_found';
  return missing ? m.start_join_none() : refusalWords(refusal);
}

export function refusalWords(refusal: unknown): string {
  return refusal instanceof Refusal ? errorWords(refusal.error) : m.error_generic();
}
