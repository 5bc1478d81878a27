/** A board prepared for drawing and for texts: lookups by id, names in the reader's language. */
import { boardDetail } from '../server/http';
import type {
  BoardJson,
  BonusJson,
  CompanyJson,
  Layout,
  PlaceJson,
  RegionJson,
  StationsJson,
  TicketJson,
  TrackLayout,
} from '../server/types';

/** What a track costs or gives beyond its spaces. */
export interface TrackCosts {
  trains: number;
  points: number;
  toll: number;
  /** Companies of which it gives a share, as indexes. */
  companies: number[];
  /** Once claimed, it counts for everybody's tickets. */
  shared: boolean;
}

export interface Board {
  id: string;
  name: string;
  names: Record<string, string>;
  /** Which land and water it is drawn over. */
  mood: string;
  playerColours: string[];
  ticketDecks: string[];
  /** How many tickets of each deck the first deal has, if the board says so. */
  firstMix: Record<string, number>;
  passengerColours: string[];
  passengerFirst: number;
  passengerSecond: number;
  locomotiveEndsDraw: boolean;
  /** Kinds of track on which locomotives are wild. */
  wildOn: string[];
  /** How many cards of any kind replace one locomotive on a ferry; 0: not allowed. */
  ferrySubstitute: number;
  routePoints: Record<string, number>;
  /** By track, if it has any. */
  costs: Map<string, TrackCosts>;
  /** Tokens of each player at the start, for tolls, and the points of each that is left. */
  tokens: number;
  tokenPoints: number;
  /** What stations cost and are worth; null: there are none. */
  stations: StationsJson | null;
  /** Companies of which tracks give shares. */
  companies: CompanyJson[];
  /** Bonuses besides those for the longest path and the most tickets. */
  bonuses: BonusJson[];
  regions: RegionJson[];
  places: Map<string, PlaceJson>;
  tickets: Map<string, TicketJson>;
  tracks: Map<string, TrackLayout>;
  layout: Layout;
}

export function makeBoard(described: BoardJson, layout: Layout): Board {
  const numbers = new Map(described.companies.map(({ id }, number) => [id, number]));
  return {
    id: described.id,
    name: described.name,
    names: described.names,
    mood: described.map?.mood || described.geography || 'plain',
    playerColours: described.players.colours,
    ticketDecks: described.ticket_decks,
    firstMix: described.deals.first.mix,
    passengerColours: described.passengers?.colours ?? [],
    passengerFirst: described.passengers?.most ?? 0,
    passengerSecond: described.passengers?.second_most ?? 0,
    locomotiveEndsDraw: described.rules.locomotive_ends_draw,
    wildOn: described.rules.wild_on,
    ferrySubstitute: described.rules.ferry_substitute,
    routePoints: described.points.routes,
    costs: new Map(
      described.tracks
        .map(({ id, extra_trains: trains, extra_points: points, toll, shares, shared }) => {
          const companies = shares.map((company) => numbers.get(company) ?? 0);
          return [id, { trains, points, toll, companies, shared }] as const;
        })
        .filter(
          ([, { trains, points, toll, companies, shared }]) => shared || trains + points + toll + companies.length > 0,
        ),
    ),
    tokens: described.players.tokens,
    tokenPoints: described.points.tokens,
    stations: described.stations,
    companies: described.companies,
    bonuses: described.bonuses,
    regions: described.regions,
    places: new Map(described.places.map((place) => [place.id, place])),
    tickets: new Map(described.tickets.map((ticket) => [ticket.id, ticket])),
    tracks: new Map(layout.tracks.map((track) => [track.id, track])),
    layout,
  };
}

const loaded = new Map<string, Promise<Board>>();

/** Boards do not change while the page is open, so each is fetched once.
 *  `hash` is a table's `board_hash`: a game is played on the board it began on. */
export function loadBoard(id: string, hash?: string | null): Promise<Board> {
  const key = `${id} ${hash ?? ''}`;
  let board = loaded.get(key);
  if (!board) {
    board = boardDetail(id, hash).then(({ board, layout }) => {
      if (!layout) throw new Error(`the server has no drawing of ${id}`);
      return makeBoard(board, layout);
    });
    board.catch(() => loaded.delete(key));
    loaded.set(key, board);
  }
  return board;
}

/** The places that reach each end of a ticket: one, or those of a region. */
export function ticketEnds(board: Board, ticket: TicketJson): string[][] {
  return ticket.ends.map((end) =>
    board.places.has(end) ? [end] : (board.regions.find(({ id }) => id === end)?.places ?? []),
  );
}

/** The points for claiming a track. */
export function trackPoints(board: Board, track: TrackLayout): number {
  return (board.routePoints[String(track.length)] ?? 0) + (board.costs.get(track.id)?.points ?? 0);
}

export function placeName(board: Board, id: string, locale: string): string {
  const place = board.places.get(id);
  return place ? (place.names[locale] ?? place.name) : id;
}

export function boardName(board: { name: string; names: Record<string, string> }, locale: string): string {
  return board.names[locale] ?? board.name;
}

/** What stands on the mark of a company: the first letter of its name. */
export const companyLetter = (company: { name: string; names: Record<string, string> }, locale: string): string =>
  [...boardName(company, locale)][0] ?? '';
