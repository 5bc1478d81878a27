/** The land below a board: outlines that the server has, by name or for a piece of the earth. */
import { boardDetail, ensurePerson, outlines, person } from '../../server/http';
import type { EarthFrame, Geography } from '../../server/types';
import {
  aspectOf,
  isTable,
  numberIn,
  tableIn,
  textIn,
  valueAt,
  type BoardDocument,
  type Table,
} from './board-document';

/** The piece of the earth in a `[map]` table. */
export const frameOf = (map: Table): EarthFrame => ({
  west: numberIn(map, 'west', -10),
  east: numberIn(map, 'east', 30),
  south: numberIn(map, 'south', 35),
  north: numberIn(map, 'north', 60),
  projection: textIn(map, 'projection', 'conic') as EarthFrame['projection'],
});

/** What the land depends on; empty: plain paper. */
export function groundKey(document: BoardDocument): string {
  const map = valueAt(document, ['map']);
  if (isTable(map)) return JSON.stringify({ ...frameOf(map), aspect: aspectOf(document) });
  return textIn(tableIn(document.sections, 'board'), 'geography');
}

const loaded = new Map<string, Promise<Geography | null>>();
const MOST_KEPT = 20;

export function groundOf(key: string): Promise<Geography | null> {
  let ground = loaded.get(key);
  if (!ground) {
    ground = load(key);
    ground.catch(() => loaded.delete(key));
    if (loaded.size >= MOST_KEPT) loaded.delete(loaded.keys().next().value!);
    loaded.set(key, ground);
  }
  return ground;
}

async function load(key: string): Promise<Geography | null> {
  if (!key.startsWith('{')) return (await boardDetail(key)).layout?.geography ?? null;
  if (!person()) await ensurePerson(null);
  return (await outlines(JSON.parse(key) as EarthFrame)).geography;
}
