/** A board made ready for drawing and for speaking about: lookups by id, names in the reader's language. */
import { boardDetail } from '../server/http';
import type { Layout, PlaceData, PlaceLayout, TicketData, TrackLayout } from './types';

export interface Board {
  id: string;
  name: string;
  names: Record<string, string>;
  playerColours: string[];
  trains: number;
  ticketDecks: string[];
  passengerColours: string[];
  passengerFirst: number;
  passengerSecond: number;
  locomotiveEndsDraw: boolean;
  routePoints: Record<string, number>;
  places: Map<string, PlaceData>;
  tickets: Map<string, TicketData>;
  tracks: Map<string, TrackLayout>;
  layout: Layout;
}

interface Raw {
  id: string;
  name: string;
  names: Record<string, string>;
  player_colours: string[];
  trains: number;
  ticket_decks: string[];
  route_points: Record<string, number>;
  locomotive_ends_draw: boolean;
  passengers: null | { colours: string[]; first: number; second: number };
  places: PlaceData[];
  tickets: { id: string; a: number; b: number; points: number; deck: number }[];
}

export function makeBoard(raw: Raw, layout: Layout): Board {
  const placeId = (index: number): string => raw.places[index]?.id ?? '';
  return {
    id: raw.id,
    name: raw.name,
    names: raw.names,
    playerColours: raw.player_colours,
    trains: raw.trains,
    ticketDecks: raw.ticket_decks,
    passengerColours: raw.passengers?.colours ?? [],
    passengerFirst: raw.passengers?.first ?? 0,
    passengerSecond: raw.passengers?.second ?? 0,
    locomotiveEndsDraw: raw.locomotive_ends_draw,
    routePoints: raw.route_points,
    places: new Map(raw.places.map((place) => [place.id, place])),
    tickets: new Map(
      raw.tickets.map((ticket) => [
        ticket.id,
        {
          id: ticket.id,
          a: placeId(ticket.a),
          b: placeId(ticket.b),
          points: ticket.points,
          deck: raw.ticket_decks[ticket.deck] ?? 'main',
        },
      ]),
    ),
    tracks: new Map(layout.tracks.map((track) => [track.id, track])),
    layout,
  };
}

const loaded = new Map<string, Promise<Board>>();

/** Boards never change while the page is open: each is fetched once. */
export function loadBoard(id: string): Promise<Board> {
  let board = loaded.get(id);
  if (!board) {
    board = boardDetail(id).then(({ board, layout }) => makeBoard(board as unknown as Raw, layout as Layout));
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

export function placeLayout(board: Board, id: string): PlaceLayout | undefined {
  return board.layout.places.find((place) => place.id === id);
}
