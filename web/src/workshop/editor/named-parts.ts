/** Parts of the rules that have names of their own: companies, regions, bonuses and variants. */
import { m } from '../../paraglide/messages.js';
import {
  idFrom,
  isTable,
  listIn,
  numberIn,
  own,
  tableIn,
  textIn,
  valueAt,
  withValue,
  type BoardDocument,
  type Table,
  type Value,
} from './board-document';
import { setValue } from './edits';
import { followCompany, followRegion, rekeyed } from './references';
import { GROUPS, type NumberRule } from './rule-fields';

export const SECTIONS = ['companies', 'regions', 'bonuses', 'variants'] as const;
export type Section = (typeof SECTIONS)[number];

/** At most so many, as the server's limits. */
export const MOST: Readonly<Record<Section, number>> = { companies: 6, regions: 16, bonuses: 6, variants: 8 };
/** Lines of the table of a bonus. */
export const MOST_LINES = 12;
/** Ids that other parts of the score have. */
const SCORES = ['longest_path', 'most_tickets', 'tokens', 'stations', 'shares'];

/** The parts of a section, as far as they are tables. */
export const partsOf = (document: BoardDocument, section: Section): [string, Table][] =>
  Object.entries(tableIn(document.sections, section)).filter((entry): entry is [string, Table] => isTable(entry[1]));

export const partName = ([id, part]: [string, Table]): string => textIn(part, 'name') || id;

const others = (document: BoardDocument, section: Section, except: string): ReadonlySet<string> =>
  new Set([
    ...Object.keys(tableIn(document.sections, section)).filter((id) => id !== except),
    ...(section === 'bonuses' ? SCORES : []),
    // A place of the same id would take a region's tickets.
    ...(section === 'regions' ? document.places.map((place) => place.id) : []),
  ]);

/** What a new part is, so that as little as possible is wrong with it. */
function fresh(document: BoardDocument, section: Section): Table {
  switch (section) {
    case 'companies':
      return { shares: 5, points: [8, 4] };
    case 'regions':
      return { places: document.places.slice(0, 2).map((place) => place.id) };
    case 'bonuses':
      return { counts: 'places', ranks: [6, 3] };
    case 'variants':
      return { players: { trains: numberIn(tableIn(document.sections, 'players'), 'trains', 30) } };
  }
}

/** Adds a part; it is the last of its section. */
export function addPart(document: BoardDocument, section: Section, name: string): BoardDocument {
  if (Object.keys(tableIn(document.sections, section)).length >= MOST[section]) return document;
  const id = idFrom(name, others(document, section, ''), section);
  return setValue(document, [section, id], { name, ...fresh(document, section) });
}

/** A name that no other part of the section has: "Company 2". */
export function freshPartName(document: BoardDocument, section: Section): string {
  const word = {
    companies: m.rules_company_n,
    regions: m.rules_region_n,
    bonuses: m.rules_bonus_n,
    variants: m.rules_variant_n,
  }[section];
  const taken = new Set(partsOf(document, section).map(partName));
  let n = taken.size + 1;
  while (taken.has(word({ n }))) n += 1;
  return word({ n });
}

/** Names a part; its id follows, and with it whatever names it. */
export function renamePart(document: BoardDocument, section: Section, old: string, name: string): BoardDocument {
  const part = tableIn(tableIn(document.sections, section), old);
  if (own(part, 'name') === name) return document;
  const id = idFrom(name, others(document, section, old), section);
  const parts = withValue(tableIn(document.sections, section), old, withValue(part, 'name', name));
  const named = setValue(document, [section], rekeyed(parts, old, id));
  return id === old ? named : follow(named, section, old, id);
}

/** Removes a part, and what cannot be without it; the last one takes the section with it. */
export function removePart(document: BoardDocument, section: Section, id: string): BoardDocument {
  const left = rekeyed(tableIn(document.sections, section), id, null);
  const without = setValue(document, [section], Object.keys(left).length > 0 ? left : undefined);
  return follow(without, section, id, null);
}

function follow(document: BoardDocument, section: Section, old: string, id: string | null): BoardDocument {
  if (section === 'companies') return followCompany(document, old, id);
  return section === 'regions' ? followRegion(document, old, id) : document;
}

/** Where a line of a bonus's table goes on to. */
const FURTHER = 2;

/** The lines of a bonus's table: points by count. */
export const stepsOf = (bonus: Table): [number, Value][] =>
  Object.entries(tableIn(bonus, 'table')).map(([count, points]) => [Number(count), points]);

/** One more line, for a larger count. */
export function withStep(bonus: Table): Table {
  const steps = stepsOf(bonus);
  const [count, points] = steps.at(-1) ?? [0, 0];
  const more = (typeof points === 'number' ? points : 0) + 5;
  return withValue(tableIn(bonus, 'table'), String(count + FURTHER), Math.min(100, more));
}

/** A bonus paid by rank or by a table: the other way of paying and what belongs to it are left out. */
export const paidBy = (bonus: Table, way: 'ranks' | 'table'): Table =>
  way === 'ranks'
    ? withValue(withValue(bonus, 'table', undefined), 'ranks', [6, 3])
    : withValue(withValue(withValue(bonus, 'ranks', undefined), 'ties', undefined), 'table', { '3': 5, '6': 12 });

/** The numbers that a variant may change: how many play belongs to the board. */
export const VARIED: readonly NumberRule[] = GROUPS.flatMap(({ numbers }) => numbers).filter(
  ({ path }) => !['players.fewest', 'players.most'].includes(path.join('.')),
);

/** What a variant changes besides those numbers, by the keys of the file; its name is no change. */
export function otherChanges(variant: Table): string[] {
  let rest = withValue(withValue(variant, 'name', undefined), 'names', undefined);
  for (const { path } of VARIED) rest = without(rest, path);
  return Object.keys(rest);
}

/** A table without the value at a path, nor tables that are empty then. */
export function without(table: Table, [key, ...rest]: readonly string[]): Table {
  const inner = key === undefined ? undefined : own(table, key);
  if (key === undefined || inner === undefined) return table;
  if (rest.length === 0) return withValue(table, key, undefined);
  if (!isTable(inner)) return table;
  const left = without(inner, rest);
  return withValue(table, key, Object.keys(left).length > 0 ? left : undefined);
}

/** Passengers wait at places from now on, or do not any more. */
export function setPassengers(document: BoardDocument, on: boolean): BoardDocument {
  if (on)
    return setValue(document, ['passengers'], {
      colours: ['red', 'blue', 'green'],
      of_each_colour: 4,
      most: 6,
      second_most: 3,
    });
  const places = document.places.map((place) => ({
    ...place,
    fields: withValue(place.fields, 'passengers', undefined),
  }));
  return setValue({ ...document, places }, ['passengers'], undefined);
}

/** The first deal has so many of each deck, half and half to begin with, or the players say it. */
export function setMix(document: BoardDocument, on: boolean): BoardDocument {
  if (!on) return setValue(document, ['deals', 'first', 'mix'], undefined);
  const draw = Number(valueAt(document, ['deals', 'first', 'draw']) ?? 0);
  const [one, other] = document.decks;
  const half = Math.ceil(draw / 2);
  const mix = other === undefined ? { [one!]: draw } : { [one!]: half, [other]: draw - half };
  return setValue(document, ['deals', 'first', 'mix'], mix);
}

/** The ids of companies of which a track gives shares. */
export const sharesOf = (fields: Table): string[] =>
  listIn(fields, 'shares').filter((each): each is string => typeof each === 'string');
