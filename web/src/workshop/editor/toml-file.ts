/** Board documents as TOML files: read and written. */
import { parse, TomlDate, TomlError } from 'smol-toml';
import {
  isTable,
  ticketKey,
  trackKeys,
  type BoardDocument,
  type Place,
  type Table,
  type Ticket,
  type Track,
  type Value,
} from './board-document';

/** Why a file cannot be opened, and on which line. */
export class FileUnreadable extends Error {
  constructor(
    message: string,
    readonly line: number | null,
  ) {
    super(message);
  }
}

const LISTS = new Set(['places', 'tracks', 'tickets']);
/** Larger files are no boards. */
const MOST_CHARACTERS = 200_000;

/** Read a file; whatever is TOML comes back as it was, however wrong as a board. Throws `FileUnreadable`. */
export function readFile(text: string): BoardDocument {
  if (text.length > MOST_CHARACTERS) throw new FileUnreadable(`${text.length} > ${MOST_CHARACTERS}`, null);
  let root: Table;
  try {
    root = plain(parse(text.replace(/^\uFEFF/, ''))) as Table;
  } catch (error) {
    const first = error instanceof Error ? error.message.split('\n')[0]! : String(error);
    throw new FileUnreadable(first, error instanceof TomlError ? error.line : null);
  }
  let uid = 1;
  const entries = (name: string): [string, Value][] => {
    const value = Object.hasOwn(root, name) ? root[name] : undefined;
    return isTable(value) ? Object.entries(value) : [];
  };
  const places: Place[] = entries('places').map(([id, value]) => ({ uid: uid++, id, fields: fieldsOf(value) }));
  const tracks: Track[] = entries('tracks').map(([key, value]) => {
    const found = /^([^-:#]+)-([^-:#]+):([^-:#]+)(?:#[1-9][0-9]?)?$/.exec(key);
    const fields = fieldsOf(value);
    return found
      ? { uid: uid++, a: found[1]!, b: found[2]!, colour: found[3]!, fields }
      : { uid: uid++, a: '', b: '', colour: 'gray', raw: key, fields };
  });
  const decks = entries('tickets').filter((entry): entry is [string, Table] => isTable(entry[1]));
  const tickets: Ticket[] = decks.flatMap(([deck, list]) =>
    Object.entries(list).map(([key, value]) => ({ uid: uid++, deck, ends: key.split('-'), value })),
  );
  return {
    sections: Object.fromEntries(Object.entries(root).filter(([key]) => !LISTS.has(key))),
    places,
    tracks,
    decks: decks.length > 0 ? decks.map(([deck]) => deck) : ['main'],
    tickets,
    nextUid: uid,
  };
}

/** A place or track that is no table at all keeps its value under a name that the check will refuse. */
const fieldsOf = (value: Value): Table => (isTable(value) ? value : { value });

/** Dates and large numbers are in no board: they become text, which the check refuses where it stands. */
function plain(value: unknown): Value {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof TomlDate) return value.toISOString();
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
  return typeof value === 'bigint' ? String(value) : (value as Value);
}

/** Sections in the order of the built-in boards; others after them. */
const ORDER = ['board', 'map', 'players', 'cards', 'deals', 'points', 'passengers', 'rules'];
/** Sections whose tables are sections of their own. */
const NESTED = new Set(['bonuses', 'companies', 'regions', 'place_names', 'variants']);

/** Write a document as a board file. */
export function writeFile(document: BoardDocument): string {
  const names = [
    ...ORDER.filter((name) => Object.hasOwn(document.sections, name)),
    ...Object.keys(document.sections).filter((name) => !ORDER.includes(name)),
  ];
  const loose = names.filter((name) => !isTable(document.sections[name]));
  const blocks = [loose.map((name) => `${key(name)} = ${inline(document.sections[name]!)}\n`).join('')];
  for (const name of names) {
    const value = document.sections[name]!;
    if (isTable(value) && !NESTED.has(name)) blocks.push(section([name], value));
  }
  const keys = trackKeys(document);
  blocks.push(section(['places'], Object.fromEntries(document.places.map((place) => [place.id, place.fields]))));
  blocks.push(
    section(['tracks'], Object.fromEntries(document.tracks.map((track) => [keys.get(track.uid)!, track.fields]))),
  );
  for (const deck of document.decks) {
    const mine = document.tickets.filter((ticket) => ticket.deck === deck);
    blocks.push(
      section(['tickets', deck], Object.fromEntries(mine.map((ticket) => [ticketKey(ticket), ticket.value]))),
    );
  }
  for (const name of names) {
    const value = document.sections[name]!;
    if (isTable(value) && NESTED.has(name)) {
      const inner = Object.entries(value);
      const plainOnes = inner.filter(([, each]) => !isTable(each));
      if (plainOnes.length > 0) blocks.push(section([name], Object.fromEntries(plainOnes)));
      for (const [each, table] of inner) if (isTable(table)) blocks.push(section([name, each], table));
    }
  }
  return blocks.filter(Boolean).join('\n');
}

function section(path: readonly string[], table: Table): string {
  const lines = Object.entries(table).map(([name, value]) => `${key(name)} = ${inline(value)}\n`);
  return `[${path.map(key).join('.')}]\n${lines.join('')}`;
}

const key = (name: string): string => (/^[A-Za-z0-9_-]+$/.test(name) ? name : text(name));

/** A TOML string: JSON's escapes are TOML's, but for DEL and for halves of characters. */
const text = (value: string): string =>
  JSON.stringify(value.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('\x7f', '\\u007f');

function inline(value: Value): string {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return 'nan';
    if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  const fields = Object.entries(value).map(([name, inner]) => `${key(name)} = ${inline(inner)}`);
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}
