/**
 * What a board shows besides tracks, owners and places: what just happened, what serves a ticket, who has the
 * longest path. Every part is optional, and none of them moves under reduced motion: what would have moved is then
 * simply there. The board knows no rules: callers say which tracks and places are meant.
 */

/** Pixels of the board's window that trays lie over, at each side: the board is fitted into what is left. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** The move that was just made on the board: its track pulses once, its wagons roll on, its points rise ("+7"). */
export interface LastMove {
  track: string;
  /** Points that rise from the track; null: none are shown. */
  points: number | null;
  /** Number of the event. Another number starts the motion again; the same one never does. */
  n: number;
}

/** Quiet marks at the ends of a ticket: the same small number at all places that reach them. */
export interface TicketMark {
  /** Id of the ticket; its position in the list gives the number, from 1. */
  ticket: string;
  /** Places of both ends; a ticket between countries has several at an end. */
  ends: readonly (readonly string[])[];
  state: 'open' | 'done' | 'impossible';
}

/** A ticket that is lit while it is hovered, focused or chosen: both ends ringed, and the way drawn from end to end. */
export interface LitTicket {
  /** Places to ring. */
  ends: readonly string[];
  /** Tracks of the way in order, from one end to the other; empty: only the ends are lit. */
  way: readonly string[];
  /** `open`: a way to build; `done`: the way that connects it, in `colour`; `missed`: ends only, in red. */
  state: 'open' | 'done' | 'missed';
  /** The owner's colour, for `done`. */
  colour?: string;
}

/** A path drawn for its owner: the longest path, or tracks that stations borrowed. */
export interface OwnedPath {
  /** Tracks in order; drawn one after another from the first. */
  tracks: readonly string[];
  /** A player's colour, such as `red`. */
  colour: string;
  /** Another key draws it again from its start. */
  key: string;
}

/** Places ringed for their owner: where the passengers of a majority came from. */
export interface OwnedPlaces {
  places: readonly string[];
  /** A player's colour. */
  colour: string;
}

/** A player's station at a place: a house in the owner's colour, with the owner's emblem. */
export interface StationMark {
  place: string;
  /** A player's colour. */
  colour: string;
  /** What screen readers say: the place and the owner. */
  label: string;
}

/** Optional properties of `BoardView`, all of them together. */
export interface BoardHighlights {
  /** Pulse, rolling wagons and rising points of the last move. */
  last?: LastMove | null;
  /** Tracks claimed since the viewer's last turn: they keep a halo in their owner's colour. */
  since?: ReadonlySet<string>;
  /** Free tracks that serve the viewer's tickets: they stand out, other free ones whisper. Null: all look alike. */
  serving?: ReadonlySet<string> | null;
  /** Quiet paired marks of the viewer's tickets. */
  ticketMarks?: readonly TicketMark[];
  /** The ticket under the pointer or the focus. The camera makes sure that all of it is visible. */
  lit?: LitTicket | null;
  /** Paths drawn for their owners. */
  paths?: readonly OwnedPath[];
  /** Places ringed for their owners. */
  ringed?: readonly OwnedPlaces[];
  /** Stations of the players. */
  stations?: readonly StationMark[];
  /** Places to choose from: a tap on or near one calls `onplace`. */
  choosable?: ReadonlySet<string>;
  onplace?: (place: string) => void;
  /** What trays cover. */
  insets?: Insets;
  /**
   * A track that the pointer is over or the focus on, taken ones too, and its position in the board's window in pixels;
   * null when it is left. A tap, click or Enter on any track, taken ones too, calls `onselect` as before.
   */
  oninspect?: (track: string | null, at: { x: number; y: number }) => void;
}

export const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
