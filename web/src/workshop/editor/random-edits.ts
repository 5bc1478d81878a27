/** Random edits for tests: whatever somebody could do in the editor, and some things nobody could. */
import { KINDS, TRACK_COLOURS, type BoardDocument, type Value } from './board-document';
import * as edits from './edits';
import * as parts from './named-parts';

/** Numbers from 0 to 1, the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const NAMES = [
  'Birch',
  'São Tomé',
  '서울',
  '',
  ' ',
  '__proto__',
  'constructor',
  '"quoted" \\ back\nline',
  '\u0000\u007f',
  '\ud800',
  'a-b:red#2',
  '🚂'.repeat(40),
  "it's [a] = {table}",
];

/** One random edit of a document. */
export function randomEdit(document: BoardDocument, random: () => number): BoardDocument {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const odd = (): number => pick([random(), -1, 2, NaN, Infinity, 1e-9, 3]);
  const uid = (list: readonly { uid: number }[]): number =>
    list.length > 0 && random() < 0.95 ? pick(list).uid : 999_999;
  const place = (): string => (document.places.length > 0 && random() < 0.95 ? pick(document.places).id : 'nowhere');
  const section = (): parts.Section => pick(parts.SECTIONS);
  const value = (): Value =>
    pick<Value>([1, 2, 9, 0.5, -3, true, 'text', [1, 'two'], { deep: { er: [] } }, NaN, 1e300]);
  const choices: (() => BoardDocument)[] = [
    () => edits.addPlace(document, pick(NAMES), odd(), odd()),
    () => edits.addPlace(document, pick(NAMES), random(), random()),
    () => edits.movePlace(document, uid(document.places), odd(), odd()),
    () => edits.renamePlace(document, uid(document.places), pick(NAMES)),
    () => edits.setPlaceField(document, uid(document.places), pick(['country', 'lat', 'odd key']), value()),
    () => edits.setPlaceField(document, uid(document.places), 'country', undefined),
    () => (random() < 0.3 ? edits.removePlace(document, uid(document.places)) : document),
    () => edits.addTrack(document, place(), place()),
    () => edits.addTrack(document, place(), place()),
    () => edits.setTrackColour(document, uid(document.tracks), pick(TRACK_COLOURS)),
    () => edits.setTrackKind(document, uid(document.tracks), pick(KINDS)),
    () => edits.setTrackField(document, uid(document.tracks), pick(['length', 'locomotives', 'bend']), value()),
    () => edits.removeTrack(document, uid(document.tracks)),
    () => edits.addTicket(document, place(), place()),
    () => edits.addTicket(document, place(), place()),
    () => edits.setTicketEnd(document, uid(document.tickets), Math.floor(random() * 3), place()),
    () => edits.setTicketValue(document, uid(document.tickets), value()),
    () => edits.suggestAllPoints(document),
    () => edits.removeTicket(document, uid(document.tickets)),
    () => edits.setValue(document, pick([['players', 'most'], ['rules', 'new', 'deep'], ['odd one']]), value()),
    () => edits.setValue(document, ['rules', 'new'], undefined),
    () => edits.renameBoard(document, pick(NAMES)),
    () => edits.addTicketEnd(document, uid(document.tickets), place()),
    () => edits.setValued(document, uid(document.tickets), random() < 0.6),
    () => edits.setEndPoints(document, uid(document.tickets), place(), Math.floor(random() * 30)),
    () => edits.removeTicketEnd(document, uid(document.tickets), Math.floor(random() * 6)),
    () => edits.addDeck(document),
    () => edits.renameDeck(document, pick(document.decks), pick(NAMES)),
    () => edits.removeDeck(document, pick(document.decks)),
    () => parts.addPart(document, section(), pick(NAMES)),
    () => parts.addPart(document, section(), pick(NAMES)),
    () => parts.setPassengers(document, random() < 0.5),
    () => parts.setMix(document, random() < 0.5),
    () => {
      const kind = section();
      const ids = parts.partsOf(document, kind).map(([id]) => id);
      if (ids.length === 0) return document;
      return random() < 0.6
        ? parts.renamePart(document, kind, pick(ids), pick(NAMES))
        : parts.removePart(document, kind, pick(ids));
    },
  ];
  return pick(choices)();
}
