/** What can be done to a board: functions from a document to another; one that would change nothing returns its own. */
import {
  aspectOf,
  CARD_COLOURS,
  endsOf,
  idFrom,
  isTable,
  kindOf,
  lengthOf,
  LONGEST,
  MOST_DECKS,
  MOST_ENDS,
  MOST_PARALLEL,
  MOST_PLACES,
  MOST_TICKETS,
  MOST_TRACKS,
  MOST_VALUES,
  nameOf,
  numberIn,
  own,
  pairKey,
  tableIn,
  withValue,
  xOf,
  yOf,
  type BoardDocument,
  type Place,
  type Table,
  type Ticket,
  type Track,
  type Value,
} from './board-document';
import { followDeck, followPlace, rekeyed } from './references';
import { suggestedPoints, suggestedValue } from './ticket-points';

export const placeById = (document: BoardDocument, id: string): Place | undefined =>
  document.places.find((place) => place.id === id);
export const placeByUid = (document: BoardDocument, uid: number): Place | undefined =>
  document.places.find((place) => place.uid === uid);

/** In the picture, and as short as can be seen. */
const coordinate = (value: number): number =>
  Math.round(Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0.5)) * 10_000) / 10_000;

/** Adds a place; its uid is the document's `nextUid` before. */
export function addPlace(document: BoardDocument, name: string, x: number, y: number): BoardDocument {
  if (document.places.length >= MOST_PLACES) return document;
  const id = idFrom(name, otherIds(document, null));
  const place = { uid: document.nextUid, id, fields: { name, x: coordinate(x), y: coordinate(y) } };
  return { ...document, places: [...document.places, place], nextUid: document.nextUid + 1 };
}

export function movePlace(document: BoardDocument, uid: number, x: number, y: number): BoardDocument {
  return editPlace(document, uid, (place) =>
    coordinate(x) === own(place.fields, 'x') && coordinate(y) === own(place.fields, 'y')
      ? place
      : { ...place, fields: withValue(withValue(place.fields, 'x', coordinate(x)), 'y', coordinate(y)) },
  );
}

/** Undefined removes the field. */
export function setPlaceField(
  document: BoardDocument,
  uid: number,
  field: string,
  value: Value | undefined,
): BoardDocument {
  return editPlace(document, uid, (place) =>
    own(place.fields, field) === value ? place : { ...place, fields: withValue(place.fields, field, value) },
  );
}

/** Names a place; its id follows, and with it whatever names it. */
export function renamePlace(document: BoardDocument, uid: number, name: string): BoardDocument {
  const place = placeByUid(document, uid);
  if (!place || own(place.fields, 'name') === name) return document;
  const named = setPlaceField(document, uid, 'name', name);
  const id = idFrom(name, otherIds(document, uid));
  if (id === place.id) return named;
  const renamed = named.places.map((each) => (each.uid === uid ? { ...each, id } : each));
  return { ...followPlace(named, place.id, id), places: renamed };
}

/** Ids that a place cannot have: those of the others, and of regions, whose tickets it would take. */
const otherIds = (document: BoardDocument, uid: number | null): ReadonlySet<string> =>
  new Set([
    ...document.places.filter((each) => each.uid !== uid).map((each) => each.id),
    ...Object.keys(tableIn(document.sections, 'regions')),
  ]);

/** Removes a place, its tracks and its tickets. */
export function removePlace(document: BoardDocument, uid: number): BoardDocument {
  const place = placeByUid(document, uid);
  if (!place) return document;
  return { ...followPlace(document, place.id, null), places: document.places.filter((each) => each.uid !== uid) };
}

/** Adds a track with the length of its distance, or of the one beside it, and the colour with the fewest spaces. */
export function addTrack(document: BoardDocument, a: string, b: string): BoardDocument {
  const parallel = document.tracks.filter((track) => !track.raw && pairKey(track.a, track.b) === pairKey(a, b));
  const [one, other] = [placeById(document, a), placeById(document, b)];
  if (!one || !other || a === b) return document;
  if (parallel.length >= MOST_PARALLEL || document.tracks.length >= MOST_TRACKS) return document;
  const beside = parallel[0];
  const length = beside ? lengthOf(beside) : suggestedLength(document, one, other);
  const fields: Table = beside && kindOf(beside) === 'tunnel' ? { length, kind: 'tunnel' } : { length };
  const track: Track = { uid: document.nextUid, a, b, colour: scarceColour(document, parallel), fields };
  return { ...document, tracks: [...document.tracks, track], nextUid: document.nextUid + 1 };
}

/** Spaces of each colour. */
export function spacesByColour(document: BoardDocument): Map<string, number> {
  const spaces = new Map<string, number>(CARD_COLOURS.map((colour) => [colour, 0]));
  spaces.set('gray', 0);
  for (const track of document.tracks) spaces.set(track.colour, (spaces.get(track.colour) ?? 0) + lengthOf(track));
  return spaces;
}

/** Every third track is gray, as any colour pays for it; the others share the spaces among the colours. */
function scarceColour(document: BoardDocument, parallel: readonly Track[]): string {
  const used = new Set(parallel.map((track) => track.colour));
  const gray = document.tracks.filter((track) => track.colour === 'gray').length;
  if (gray * 3 < document.tracks.length && !used.has('gray')) return 'gray';
  const spaces = spacesByColour(document);
  return CARD_COLOURS.filter((colour) => !used.has(colour)).reduce((best, colour) =>
    spaces.get(colour)! < spaces.get(best)! ? colour : best,
  );
}

/** As long as tracks of this board are for their distance, or 1 for each tenth of the picture. */
function suggestedLength(document: BoardDocument, a: Place, b: Place): number {
  const aspect = aspectOf(document);
  const distance = (one: Place, other: Place): number => {
    const [wide, high] = aspect >= 1 ? [1, 1 / aspect] : [aspect, 1];
    return Math.hypot((xOf(one) - xOf(other)) * wide, (yOf(one) - yOf(other)) * high);
  };
  let spaces = 0;
  let distances = 0;
  for (const track of document.tracks) {
    const [one, other] = [placeById(document, track.a), placeById(document, track.b)];
    if (!one || !other) continue;
    spaces += lengthOf(track);
    distances += distance(one, other);
  }
  const each = spaces >= 6 ? distances / spaces : 0.085;
  const longest = Math.max(
    1,
    ...Object.keys(tableIn(tableIn(document.sections, 'points'), 'routes'))
      .map(Number)
      .filter((length) => length <= LONGEST),
  );
  return Math.min(longest, Math.max(1, Math.round(distance(a, b) / Math.max(each, 0.01))));
}

export function setTrackColour(document: BoardDocument, uid: number, colour: string): BoardDocument {
  return editTrack(document, uid, (track) => (track.colour === colour ? track : { ...track, colour }));
}

export function setTrackField(
  document: BoardDocument,
  uid: number,
  field: string,
  value: Value | undefined,
): BoardDocument {
  return editTrack(document, uid, (track) =>
    own(track.fields, field) === value ? track : { ...track, fields: withValue(track.fields, field, value) },
  );
}

/** A ferry has a locomotive at least, others have none. */
export function setTrackKind(document: BoardDocument, uid: number, kind: string): BoardDocument {
  return editTrack(document, uid, (track) => {
    if (kindOf(track) === kind) return track;
    const locomotives = kind === 'ferry' ? Math.max(1, numberIn(track.fields, 'locomotives', 1)) : undefined;
    const fields = withValue(track.fields, 'kind', kind === 'train' ? undefined : kind);
    return { ...track, fields: withValue(fields, 'locomotives', locomotives) };
  });
}

export function removeTrack(document: BoardDocument, uid: number): BoardDocument {
  if (!document.tracks.some((track) => track.uid === uid)) return document;
  return { ...document, tracks: document.tracks.filter((track) => track.uid !== uid) };
}

const samePlaces = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join('-') === other.toSorted().join('-');
/** The ticket between these ends, in whatever deck. */
export const ticketBetween = (document: BoardDocument, ends: readonly string[]): Ticket | undefined =>
  document.tickets.find((ticket) => samePlaces(ticket.ends, ends));

/** Can a ticket end there? */
const isEnd = (document: BoardDocument, id: string): boolean =>
  placeById(document, id) !== undefined || own(tableIn(document.sections, 'regions'), id) !== undefined;

/** Adds a ticket between places or regions, worth the trains of its cheapest way. */
export function addTicket(document: BoardDocument, a: string, b: string, deck?: string): BoardDocument {
  const known = isEnd(document, a) && isEnd(document, b);
  if (!known || a === b || ticketBetween(document, [a, b]) || document.tickets.length >= MOST_TICKETS) return document;
  const ends = [a, b].toSorted();
  const value = suggestedPoints(document, ends) ?? 5;
  const ticket: Ticket = { uid: document.nextUid, deck: deck ?? document.decks[0]!, ends, value };
  return { ...document, tickets: [...document.tickets, ticket], nextUid: document.nextUid + 1 };
}

/** Changes an end; a ticket that is there already, or from a place to itself, is not made. */
export function setTicketEnd(document: BoardDocument, uid: number, end: number, id: string): BoardDocument {
  return setEnds(document, uid, (ticket) => {
    const all = endsOf(ticket);
    if (end >= all.length || all.includes(id) || !isEnd(document, id)) return ticket;
    const { ends, value } = ticket;
    if (end < ends.length) return { ...ticket, ends: ends.with(end, id) };
    return { ...ticket, value: isTable(value) ? rekeyed(value, all[end]!, id) : value };
  });
}

/** How many ends a ticket may have. */
export const mostEnds = ({ value }: Ticket): number => (isTable(value) ? 1 + MOST_VALUES : MOST_ENDS);

/** Adds an end: three or more are a tour, or one more has points of its own. */
export function addTicketEnd(document: BoardDocument, uid: number, id: string): BoardDocument {
  return setEnds(document, uid, (ticket) => {
    const all = endsOf(ticket);
    if (all.length >= mostEnds(ticket) || all.includes(id) || !isEnd(document, id)) return ticket;
    const { ends, value } = ticket;
    if (!isTable(value)) return { ...ticket, ends: [...ends, id] };
    return { ...ticket, value: withValue(value, id, suggestedPoints(document, [ends[0]!, id]) ?? 5) };
  });
}

/** Can this end be removed? Two stay, or the start and two others. */
export const mayRemoveEnd = (ticket: Ticket, end: number): boolean =>
  isTable(ticket.value) ? end > 0 && endsOf(ticket).length > 3 : ticket.ends.length > 2;

export function removeTicketEnd(document: BoardDocument, uid: number, end: number): BoardDocument {
  return setEnds(document, uid, (ticket) => {
    const { ends, value } = ticket;
    if (!mayRemoveEnd(ticket, end)) return ticket;
    if (isTable(value)) return { ...ticket, value: rekeyed(value, endsOf(ticket)[end]!, null) };
    return { ...ticket, ends: ends.filter((_, index) => index !== end) };
  });
}

/** Points that were the suggested ones are so again; a ticket that is there already is not made. */
function setEnds(document: BoardDocument, uid: number, change: (ticket: Ticket) => Ticket): BoardDocument {
  return editTicket(document, uid, (ticket) => {
    const changed = change(ticket);
    if (changed.ends === ticket.ends) return changed;
    if (ticketBetween(document, changed.ends)) return ticket;
    const asSuggested = ticket.value === suggestedPoints(document, ticket.ends);
    return asSuggested ? { ...changed, value: suggestedPoints(document, changed.ends) ?? ticket.value } : changed;
  });
}

/** A ticket gets a start, and points of its own for each other end; or again ends that all have to be joined. */
export function setValued(document: BoardDocument, uid: number, on: boolean): BoardDocument {
  return editTicket(document, uid, (ticket) => {
    const { ends, value } = ticket;
    if (isTable(value)) {
      const [other, points] = Object.entries(value)[0] ?? [];
      const joined = [...ends, other!];
      if (on || ends.length > 1 || points === undefined || ticketBetween(document, joined)) return ticket;
      return { ...ticket, ends: joined, value: points };
    }
    // The file lists such tickets by their starts alone.
    const start = ends.find((end) => !ticketBetween(document, [end]));
    if (!on || start === undefined) return ticket;
    const others = ends.filter((end) => end !== start);
    const points = others.map((end): [string, Value] => [end, suggestedPoints(document, [start, end]) ?? 5]);
    return { ...ticket, ends: [start], value: Object.fromEntries(points) };
  });
}

/** Sets the points of an end that has points of its own. */
export function setEndPoints(document: BoardDocument, uid: number, end: string, points: number): BoardDocument {
  return editTicket(document, uid, (ticket) =>
    isTable(ticket.value) && own(ticket.value, end) !== undefined && ticket.value[end] !== points
      ? { ...ticket, value: withValue(ticket.value, end, points) }
      : ticket,
  );
}

export function setTicketValue(document: BoardDocument, uid: number, value: Value): BoardDocument {
  return editTicket(document, uid, (ticket) => (ticket.value === value ? ticket : { ...ticket, value }));
}

export function setTicketDeck(document: BoardDocument, uid: number, deck: string): BoardDocument {
  if (!document.decks.includes(deck)) return document;
  return editTicket(document, uid, (ticket) => (ticket.deck === deck ? ticket : { ...ticket, deck }));
}

/** Adds a second deck; a first one of no particular name is that of the short tickets then. */
export function addDeck(document: BoardDocument): BoardDocument {
  if (document.decks.length >= MOST_DECKS) return document;
  const named = document.decks[0] === 'main' ? followDeck(document, 'main', 'short') : document;
  return { ...named, decks: [...named.decks, idFrom('long', new Set(named.decks))] };
}

/** Names a deck; its name is its id. */
export function renameDeck(document: BoardDocument, deck: string, name: string): BoardDocument {
  const id = idFrom(name, new Set(document.decks.filter((each) => each !== deck)), 'deck');
  return id === deck || !document.decks.includes(deck) ? document : followDeck(document, deck, id);
}

/** Removes a deck, the first of whose others gets its tickets; nothing is said about the mix of one deck. */
export function removeDeck(document: BoardDocument, deck: string): BoardDocument {
  const decks = document.decks.filter((each) => each !== deck);
  const [other] = decks;
  if (other === undefined || decks.length === document.decks.length) return document;
  const tickets = document.tickets.map((ticket) => (ticket.deck === deck ? { ...ticket, deck: other } : ticket));
  return setValue({ ...document, decks, tickets }, ['deals', 'first', 'mix'], undefined);
}

export function removeTicket(document: BoardDocument, uid: number): BoardDocument {
  if (!document.tickets.some((ticket) => ticket.uid === uid)) return document;
  return { ...document, tickets: document.tickets.filter((ticket) => ticket.uid !== uid) };
}

/** Every ticket gets the points of its cheapest way, where there is one. */
export function suggestAllPoints(document: BoardDocument): BoardDocument {
  let changed = false;
  const tickets = document.tickets.map((ticket) => {
    const value = suggestedValue(document, ticket);
    if (value === null || value === ticket.value) return ticket;
    changed = true;
    return { ...ticket, value };
  });
  return changed ? { ...document, tickets } : document;
}

/** Sets a field of a section, along a path; undefined removes it. */
export function setValue(document: BoardDocument, path: readonly string[], value: Value | undefined): BoardDocument {
  const set = (table: Table, [key, ...rest]: readonly string[]): Table => {
    if (key === undefined) return table;
    return withValue(table, key, rest.length === 0 ? value : set(tableIn(table, key), rest));
  };
  return { ...document, sections: set(document.sections, path) };
}

/** Names the board; its id follows. */
export function renameBoard(document: BoardDocument, name: string): BoardDocument {
  const id = idFrom(name, new Set());
  return setValue(setValue(document, ['board', 'name'], name), ['board', 'id'], id === 'place' ? 'board' : id);
}

function editPlace(document: BoardDocument, uid: number, edit: (place: Place) => Place): BoardDocument {
  const places = editOne(document.places, uid, edit);
  return places === document.places ? document : { ...document, places };
}
function editTrack(document: BoardDocument, uid: number, edit: (track: Track) => Track): BoardDocument {
  const tracks = editOne(document.tracks, uid, edit);
  return tracks === document.tracks ? document : { ...document, tracks };
}
function editTicket(document: BoardDocument, uid: number, edit: (ticket: Ticket) => Ticket): BoardDocument {
  const tickets = editOne(document.tickets, uid, edit);
  return tickets === document.tickets ? document : { ...document, tickets };
}
function editOne<T extends { readonly uid: number }>(
  list: readonly T[],
  uid: number,
  edit: (one: T) => T,
): readonly T[] {
  const index = list.findIndex((one) => one.uid === uid);
  if (index < 0) return list;
  const edited = edit(list[index]!);
  return edited === list[index] ? list : list.with(index, edited);
}

/** A name for a new place that no other has: "Place 3". */
export function freshName(document: BoardDocument, word: (n: number) => string): string {
  const taken = new Set(document.places.map(nameOf));
  let number = document.places.length + 1;
  while (taken.has(word(number))) number += 1;
  return word(number);
}
