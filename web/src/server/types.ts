/** What the server says, as far as the client reads it (docs/protocol.md is the contract). */

export type Card = string;
export type Cards = Record<Card, number>;

export interface ErrorBody {
  code: string;
  params: Record<string, unknown>;
  text: string;
}

export interface Person {
  id: string;
  name: string;
  account: string | null;
}

export interface Admitted {
  token: string;
  person: Person;
}

export interface SeatInfo {
  seat: number;
  kind: 'open' | 'person' | 'bot' | 'closed';
  name: string | null;
  colour: string | null;
  level: string | null;
  account: boolean;
  stand_in: 'no' | 'until_return' | 'for_good';
}

export interface Clock {
  kind: 'none' | 'seconds' | 'days';
  amount: number;
}

/** What happens in place of a player who is away: nothing, a bot until the return, a bot to the end. */
export type Absent = 'wait' | 'bot' | 'bot_finishes';

export interface TableInfo {
  id: string;
  code: string;
  board: string;
  status: 'waiting' | 'running' | 'finished';
  public: boolean;
  seats: SeatInfo[];
  clock: Clock;
  absent: Absent;
  owner: string;
  created: number;
  started: number | null;
  finished: number | null;
  commitment: string | null;
  n: number;
  turn: number | null;
  next: string | null;
}

export interface You {
  seats: number[];
  owner: boolean;
}

export interface TableForYou {
  table: TableInfo;
  you: You;
}

export interface MyGame {
  table: TableInfo;
  seats: number[];
  your_turn: boolean;
  rank: number | null;
}

export interface MyGames {
  waiting: MyGame[];
  running: MyGame[];
  finished: MyGame[];
}

export interface BoardSummary {
  id: string;
  name: string;
  names: Record<string, string>;
  min_players: number;
  max_players: number;
  player_colours: string[];
  trains: number;
  digest: string;
}

export interface BoardList {
  boards: BoardSummary[];
  bot_levels: string[];
}

export interface SeatView {
  card_count: number;
  known?: Cards;
  ticket_counts: Record<string, number>;
  offer_counts?: Record<string, number>;
  trains: number;
  route_points: number;
  passengers?: Record<string, number>;
  cards?: Cards;
  tickets?: string[];
  offer?: string[];
  returned?: string[];
}

export interface Hints {
  closed: string[];
  missing: Record<string, number>;
  tickets: Record<string, 'made' | 'open' | 'lost'>;
}

export interface View {
  board: string;
  players: number;
  seat: number | null;
  turn: number;
  phase: 'keep' | 'turn' | 'second_card' | 'give' | 'tunnel' | 'passenger' | 'over';
  deck: number;
  discards: Cards;
  market: (Card | null)[];
  ticket_decks: Record<string, number>;
  routes: Record<string, number>;
  places?: Record<string, string[]>;
  seats: SeatView[];
  last_turns?: number | null;
  claiming?: string | null;
  laid?: Cards | null;
  revealed?: Card[] | null;
  legal?: string[];
}

export interface GameEvent {
  seat: number;
  kind: 'draw' | 'tickets' | 'keep' | 'claim' | 'give' | 'pay' | 'withdraw' | 'take' | 'pass';
  from?: 'market' | 'deck';
  card?: Card;
  counts?: Record<string, number>;
  offer?: string[];
  kept?: Record<string, number>;
  returned?: Record<string, number>;
  kept_tickets?: string[];
  returned_tickets?: string[];
  track?: string;
  laid?: Cards;
  substitutes?: number;
  paid?: Cards;
  place?: string;
  colour?: string;
  claimed?: string;
  points?: number;
  spent?: Cards;
  revealed?: Card[];
  extra?: number;
  market_cleared?: number;
  shuffled?: number;
  taken?: { place: string; colour: string }[];
  market?: (Card | null)[];
  turn?: number;
  phase?: string;
  last_round?: boolean;
  over?: boolean;
}

export interface FinalScore {
  seat: number;
  name: string | null;
  route_points: number;
  ticket_points: number;
  tickets_made: number;
  tickets_missed: number;
  tickets: { ticket: string; points: number; made: boolean }[];
  longest: number;
  longest_path?: string[];
  bonuses: Record<string, number>;
  passenger_points: number;
  total: number;
  rank: number;
}

export interface Result {
  table: TableInfo;
  scores: FinalScore[];
  seed: string;
  commitment: string;
  commitment_holds: boolean;
  ratings: { seat: number; before: number; after: number }[];
}

export interface RatedPerson {
  place: number;
  name: string;
  rating: number;
  games: number;
  wins: number;
}

export interface Leaderboard {
  board: string;
  people: RatedPerson[];
  you: RatedPerson | null;
}

export interface ReplayStep {
  n: number;
  seat: number;
  action: string;
  event: GameEvent;
  patch: Record<string, unknown>;
  at: number;
  /** Tracks that this step closed to everybody. */
  closed: string[];
}

export interface Replay {
  table: TableInfo;
  eyes: number | null;
  start: View;
  steps: ReplayStep[];
}

export interface ClockState {
  seat: number;
  limit: number;
  deadline: number;
  now: number;
}

export interface Way {
  ticket: string;
  done: boolean;
  possible: boolean;
  tracks: string[];
  spaces: number;
  enough_trains: boolean;
}

export interface Reason {
  rule: string;
  why: string;
  code?: string;
  params?: Record<string, unknown>;
}

export interface Answer {
  type: 'answer';
  id: string;
  n: number;
  payments?: string[] | null;
  legal?: boolean | null;
  reason?: Reason | null;
  missing?: number | null;
  way?: Way | null;
  hints?: Hints | null;
}

export interface Said {
  number: number;
  seat: number | null;
  name: string;
  text: string;
  at: number;
}

export interface LoggedEvent {
  n: number;
  event: GameEvent;
  by: 'person' | 'bot' | 'stand_in';
}

export type ServerMessage =
  | { type: 'table'; table: TableInfo; you: You; seat: number | null }
  | { type: 'snapshot'; n: number; view: View; clock: ClockState | null }
  | { type: 'log'; events: LoggedEvent[] }
  | ({ type: 'event'; patch: Record<string, unknown>; clock: ClockState | null } & LoggedEvent)
  | { type: 'ack'; id: string; n: number }
  | { type: 'refused'; id: string | null; error: ErrorBody; n: number }
  | Answer
  | { type: 'presence'; seats: { seat: number; connected: boolean }[]; spectators: number }
  | ({ type: 'said' } & Said)
  | { type: 'finished'; result: Result }
  | { type: 'closing' }
  | { type: 'pong' };
