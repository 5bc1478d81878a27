/**
 * A board while it is edited: the values of its file, with places, tracks and tickets as lists.
 *
 * Values are kept as they are in the file, also those that are wrong or that the editor has no field for, so that a
 * file comes out as it went in. Whether they are right, the server says. Documents are never changed: an edit makes
 * another one.
 */

export type Value = string | number | boolean | Value[] | Table;
export interface Table {
  readonly [key: string]: Value;
}

export interface Place {
  /** The same through all edits, unlike the id, which follows the name. */
  readonly uid: number;
  readonly id: string;
  readonly fields: Table;
}

export interface Track {
  readonly uid: number;
  /** Ids of places. */
  readonly a: string;
  readonly b: string;
  readonly colour: string;
  /** For a key that is not of the form `a-b:colour`: the key. */
  readonly raw?: string;
  readonly fields: Table;
}

export interface Ticket {
  readonly uid: number;
  readonly deck: string;
  /** Ids of places or regions: two, more for a tour; the start alone where each other end has points of its own. */
  readonly ends: readonly string[];
  /** Points, or those of each other end, or whatever else the file has. */
  readonly value: Value;
}

export interface BoardDocument {
  /** Everything else in the file, by table. */
  readonly sections: Table;
  readonly places: readonly Place[];
  readonly tracks: readonly Track[];
  readonly decks: readonly string[];
  readonly tickets: readonly Ticket[];
  readonly nextUid: number;
}

export const CARD_COLOURS = ['purple', 'blue', 'orange', 'white', 'green', 'yellow', 'black', 'red'] as const;
export const TRACK_COLOURS = [...CARD_COLOURS, 'gray'] as const;
export const KINDS = ['train', 'ferry', 'tunnel'] as const;
export const LONGEST = 9;
export const MOST_PARALLEL = 3;
/** As the server's limits; it says so too, but a button that only leads to a mistake is no use. */
export const MOST_PLACES = 64;
export const MOST_TRACKS = 128;
export const MOST_TICKETS = 128;
export const MOST_ENDS = 5;
/** Ends with points of their own, besides the start. */
export const MOST_VALUES = 6;
export const MOST_DECKS = 2;

export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number out of a table; what is not a number counts as the default. */
export const numberIn = (table: Table, key: string, fallback: number): number => {
  const value = own(table, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
};

export const textIn = (table: Table, key: string, fallback = ''): string => {
  const value = own(table, key);
  return typeof value === 'string' ? value : fallback;
};

/** A value that is really in the table: `constructor` is in none. */
export const own = (table: Table, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

export const tableIn = (table: Table, key: string): Table => {
  const value = own(table, key);
  return isTable(value) ? value : {};
};

export const listIn = (table: Table, key: string): Value[] => {
  const value = own(table, key);
  return Array.isArray(value) ? value : [];
};

/** The table with a value set, at the end if it is new; undefined removes it. */
export function withValue(table: Table, key: string, value: Value | undefined): Table {
  if (value === undefined) return Object.fromEntries(Object.entries(table).filter(([name]) => name !== key));
  if (Object.hasOwn(table, key))
    return Object.fromEntries(Object.entries(table).map(([name, old]) => [name, name === key ? value : old]));
  return Object.fromEntries([...Object.entries(table), [key, value]]);
}

/** What a section's field is, along a path: `valueAt(document, ['deals', 'first', 'draw'])`. */
export function valueAt(document: BoardDocument, path: readonly string[]): Value | undefined {
  let value: Value | undefined = document.sections;
  for (const key of path) value = isTable(value) ? own(value, key) : undefined;
  return value;
}

export const boardTitle = (document: BoardDocument): string => textIn(tableIn(document.sections, 'board'), 'name');
export const aspectOf = (document: BoardDocument): number =>
  Math.min(5, Math.max(0.2, numberIn(tableIn(document.sections, 'board'), 'aspect', 1.5)));

export const xOf = (place: Place): number => numberIn(place.fields, 'x', 0.5);
export const yOf = (place: Place): number => numberIn(place.fields, 'y', 0.5);
export const nameOf = (place: Place): string => textIn(place.fields, 'name', place.id);
export const lengthOf = (track: Track): number =>
  Math.min(LONGEST, Math.max(1, Math.round(numberIn(track.fields, 'length', 1))));
export const kindOf = (track: Track): string => textIn(track.fields, 'kind', 'train');

export const pairKey = (a: string, b: string): string => (a < b ? `${a}-${b}` : `${b}-${a}`);

/** The names of tracks in the file, by uid; a second one of the same places and colour ends in `#2`. */
export function trackKeys(document: BoardDocument): Map<number, string> {
  const seen = new Map<string, number>();
  const keys = new Map<number, string>();
  for (const track of document.tracks) {
    const name = track.raw ?? `${pairKey(track.a, track.b)}:${track.colour}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    keys.set(track.uid, count === 1 ? name : `${name}#${count}`);
  }
  return keys;
}

export const ticketKey = (ticket: Ticket): string => ticket.ends.join('-');

/** All ends of a ticket; the start first, where the others have points of their own. */
export const endsOf = (ticket: Ticket): readonly string[] =>
  isTable(ticket.value) ? [...ticket.ends, ...Object.keys(ticket.value)] : ticket.ends;

/** A board with nothing on it, and rules that work. */
export function blankDocument(name: string): BoardDocument {
  return {
    sections: {
      board: { id: idFrom(name, new Set()) || 'board', name, aspect: 1.5 },
      players: { fewest: 2, most: 4, colours: ['blue', 'red', 'green', 'yellow'], trains: 30 },
      cards: { of_each_colour: 12, locomotives: 14, hand: 4, market: 5 },
      deals: {
        first: { draw: 3, keep: 2, returned: 'bottom' },
        later: { draw: 3, keep: 1, returned: 'bottom' },
      },
      points: {
        routes: { '1': 1, '2': 2, '3': 4, '4': 7, '5': 10, '6': 15 },
        longest_path: 10,
        tie_breaks: ['tickets', 'longest_bonus'],
      },
      rules: {
        locomotive_ends_draw: true,
        locomotives_clear_market: 3,
        wild_on: ['train', 'ferry', 'tunnel'],
        parallel_closed_for: [2, 3],
        last_turn_trains: 2,
      },
    },
    places: [],
    tracks: [],
    decks: ['main'],
    tickets: [],
    nextUid: 1,
  };
}

/** An id made of a name: small letters, digits, `_`; another one if it is taken; `nameless` for a name without any. */
export function idFrom(name: string, taken: ReadonlySet<string>, nameless = 'place'): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[øö]/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/ł/g, 'l')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, 30)
    .replace(/_+$/, '');
  const base = plain || nameless;
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}_${number}`)) number += 1;
  return `${base}_${number}`;
}
