/** What names a place, region, company or deck elsewhere in the file follows it: to its new id, or out of the file. */
import { isTable, tableIn, withValue, type BoardDocument, type Table, type Value } from './board-document';

/** The new id; null: it is gone, and what cannot be without it goes too. */
type NewId = string | null;

/** A table with a key renamed where it stands, or left out. */
export const rekeyed = (table: Table, old: string, id: NewId): Table =>
  Object.fromEntries(
    Object.entries(table).flatMap(([key, value]): [string, Value][] =>
      key !== old ? [[key, value]] : id === null ? [] : [[id, value]],
    ),
  );

/** A list with a member renamed, or left out. */
const renamed = (list: readonly Value[], old: string, id: NewId): Value[] =>
  list.flatMap((each) => (each !== old ? [each] : id === null ? [] : [id]));

/** Every table inside one, changed. */
const eachTable = (table: Table, change: (inner: Table) => Table): Table =>
  Object.fromEntries(Object.entries(table).map(([key, value]) => [key, isTable(value) ? change(value) : value]));

/** A section of the file changed, if it is there. */
const inSection = (document: BoardDocument, name: string, change: (section: Table) => Table): BoardDocument =>
  isTable(document.sections[name])
    ? { ...document, sections: withValue(document.sections, name, change(tableIn(document.sections, name))) }
    : document;

/** A table inside one changed, if it is there. */
const within = (table: Table, key: string, change: (inner: Table) => Table): Table =>
  isTable(table[key]) ? withValue(table, key, change(tableIn(table, key))) : table;

const inVariants = (document: BoardDocument, change: (variant: Table) => Table): BoardDocument =>
  inSection(document, 'variants', (variants) => eachTable(variants, change));

/** The ends of tickets and their points, with an end renamed; null if a ticket goes with an end that is gone. */
function followedEnds(ends: readonly string[], points: Value, old: string, id: NewId): [string[], Value] | null {
  if (!ends.includes(old) && !(isTable(points) && old in points)) return [[...ends], points];
  if (id === null) return null;
  return [ends.map((end) => (end === old ? id : end)), isTable(points) ? rekeyed(points, old, id) : points];
}

/** The ends of tickets, those of variants too. */
function followEnd(document: BoardDocument, old: string, id: NewId): BoardDocument {
  const tickets = document.tickets.flatMap((ticket) => {
    const followed = followedEnds(ticket.ends, ticket.value, old, id);
    return followed ? [{ ...ticket, ends: followed[0], value: followed[1] }] : [];
  });
  const followKeys = (deck: Table): Table =>
    Object.fromEntries(
      Object.entries(deck).flatMap(([key, points]): [string, Value][] => {
        const followed = followedEnds(key.split('-'), points, old, id);
        return followed ? [[followed[0].join('-'), followed[1]]] : [];
      }),
    );
  return inVariants({ ...document, tickets }, (variant) =>
    within(variant, 'tickets', (decks) => eachTable(decks, followKeys)),
  );
}

/** A place has another id, or is removed with its tracks and tickets. */
export function followPlace(document: BoardDocument, old: string, id: NewId): BoardDocument {
  const follow = (end: string): string => (end === old && id !== null ? id : end);
  const named = inSection(document, 'place_names', (languages) =>
    eachTable(languages, (names) => rekeyed(names, old, id)),
  );
  const grouped = inSection(named, 'regions', (regions) =>
    eachTable(regions, (region) =>
      Array.isArray(region.places) ? withValue(region, 'places', renamed(region.places, old, id)) : region,
    ),
  );
  const tracks =
    id === null
      ? grouped.tracks.filter((track) => track.a !== old && track.b !== old)
      : grouped.tracks.map((track) =>
          track.a === old || track.b === old ? { ...track, a: follow(track.a), b: follow(track.b) } : track,
        );
  return followEnd({ ...grouped, tracks }, old, id);
}

/** A region has another id, or is removed with its tickets; an id that a place has too is the place's. */
export const followRegion = (document: BoardDocument, old: string, id: NewId): BoardDocument =>
  document.places.some((place) => place.id === old) ? document : followEnd(document, old, id);

/** A company has another id, or is removed, and no track gives shares of it any more. */
export function followCompany(document: BoardDocument, old: string, id: NewId): BoardDocument {
  const tracks = document.tracks.map((track) => {
    const { shares } = track.fields;
    if (!Array.isArray(shares) || !shares.includes(old)) return track;
    const left = renamed(shares, old, id);
    return { ...track, fields: withValue(track.fields, 'shares', left.length > 0 ? left : undefined) };
  });
  return inVariants({ ...document, tracks }, (variant) =>
    within(variant, 'companies', (companies) => rekeyed(companies, old, id)),
  );
}

/** A deck of tickets has another name. */
export function followDeck(document: BoardDocument, old: string, id: string): BoardDocument {
  const inDeals = (deals: Table): Table =>
    within(deals, 'first', (first) => within(first, 'mix', (mix) => rekeyed(mix, old, id)));
  const dealt = inSection(document, 'deals', inDeals);
  return inVariants(
    {
      ...dealt,
      decks: dealt.decks.map((deck) => (deck === old ? id : deck)),
      tickets: dealt.tickets.map((ticket) => (ticket.deck === old ? { ...ticket, deck: id } : ticket)),
    },
    (variant) => within(within(variant, 'deals', inDeals), 'tickets', (decks) => rekeyed(decks, old, id)),
  );
}
