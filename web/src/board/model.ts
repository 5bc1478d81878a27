/** A board made ready for drawing and for speaking about: lookups by id, names in the reader's language. */
import { boardDetail } from '../server/http';
import type { Layout, PlaceData, TicketData, TrackLayout } from './types';

export interface Board {
  id: string;
  name: string;
  names: Record<string, string>;
  /** Which land and water it is drawn over. */
  mood: string;
  playerColours: string[];
  ticketDecks: string[];
  passengerColours: string[];
  passengerFirst: number;
  passengerSecond: number;
  locomotiveEndsDraw: boolean;
  /** Kinds of track on which locomotives stand in for any colour. */
  wildOn: string[];
  /** Any so many cards stand in for a ferry's locomotive; 0: none do. */
  ferrySubstitute: number;
  routePoints: Record<string, number>;
  places: Map<string, PlaceData>;
  tickets: Map<string, TicketData>;
  tracks: Map<string, TrackLayout>;
  layout: Layout;
}

/** The part of the server's description of a board that the client reads. */
interface Described {
  id: string;
  name: string;
  names: Record<string, string>;
  geography: string | null;
  players: { colours: string[] };
  points: { routes: Record<string, number> };
  rules: { locomotive_ends_draw: boolean; wild_on: string[]; ferry_substitute: number };
  passengers: null | { colours: string[]; most: number; second_most: number };
  ticket_decks: string[];
  places: PlaceData[];
  tickets: TicketData[];
}

export function makeBoard(described: Described, layout: Layout): Board {
  return {
    id: described.id,
    name: described.name,
    names: described.names,
    mood: described.geography ?? 'plain',
    playerColours: described.players.colours,
    ticketDecks: described.ticket_decks,
    passengerColours: described.passengers?.colours ?? [],
    passengerFirst: described.passengers?.most ?? 0,
    passengerSecond: described.passengers?.second_most ?? 0,
    locomotiveEndsDraw: described.rules.locomotive_ends_draw,
    wildOn: described.rules.wild_on,
    ferrySubstitute: described.rules.ferry_substitute,
    routePoints: described.points.routes,
    places: new Map(described.places.map((place) => [place.id, place])),
    tickets: new Map(described.tickets.map((ticket) => [ticket.id, ticket])),
    tracks: new Map(layout.tracks.map((track) => [track.id, track])),
    layout,
  };
}

const loaded = new Map<string, Promise<Board>>();

/** Boards never change while the page is open: each is fetched once. */
export function loadBoard(id: string): Promise<Board> {
  let board = loaded.get(id);
  if (!board) {
    board = boardDetail(id).then(({ board, layout }) => makeBoard(board as unknown as Described, layout as Layout));
    board.catch(() => loaded.delete(id));
    loaded.set(id, board);
  }
  return board;
}

export function placeName(board: Board, id: string, locale: string): string {
  const place = board.places.get(id);
  return place ? (place.names[locale] ?? place.name) : id;
}

export function boardName(board: { name: string; names: Record<string, string> }, locale: string): string {
  return board.names[locale] ?? board.name;
}
