import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import {
  blankDocument,
  idFrom,
  lengthOf,
  nameOf,
  pairKey,
  ticketKey,
  trackKeys,
  valueAt,
  type BoardDocument,
} from './board-document';
import * as edits from './edits';
import { edited, newHistory, redone, undone } from './history';
import { fieldPath, problemTarget } from './problem-target';
import { randomEdit, randomNumbers } from './random-edits';
import { sketch } from './sketch';
import { suggestedPoints, suggestedTickets } from './ticket-points';
import { FileUnreadable, readFile, writeFile } from './toml-file';

const built = (name: string): string => readFileSync(`../src/goldenspike/boards/${name}.toml`, 'utf8');

/** Without the numbers that only the editor has. */
const content = ({ sections, places, tracks, tickets, decks }: BoardDocument): unknown => ({
  sections,
  places: places.map(({ id, fields }) => ({ id, fields })),
  tracks: tracks.map(({ a, b, colour, fields, raw }) => ({ pair: [a, b].toSorted(), colour, fields, raw })),
  tickets: tickets.map(({ deck, ends, value }) => ({ deck, ends, value })),
  decks,
});

function small(): BoardDocument {
  let document = blankDocument('Lakes');
  for (const [name, x, y] of [
    ['Birch', 0.1, 0.2],
    ['Mill', 0.2, 0.8],
    ['Pines', 0.6, 0.6],
    ['Shore', 0.9, 0.4],
  ] as const)
    document = edits.addPlace(document, name, x, y);
  for (const [a, b] of [
    ['birch', 'mill'],
    ['mill', 'pines'],
    ['pines', 'shore'],
  ] as const)
    document = edits.addTrack(document, a, b);
  return document;
}

describe('files', () => {
  test.each(['usa', 'germany', 'nordic'])('%s is read and written without loss', (name) => {
    const document = readFile(built(name));
    expect(document.places.length).toBeGreaterThan(20);
    expect(content(readFile(writeFile(document)))).toEqual(content(document));
  });

  test.each([
    '../tests/boards/island.toml',
    '../examples/boards/lantern_city.toml',
    '../examples/boards/salt_harbour.toml',
    '../examples/boards/thistle_range.toml',
  ])('%s, which has what most boards have not, comes out as the same board', (path) => {
    const text = readFileSync(path, 'utf8');
    const before = parse(text) as Record<string, object>;
    const after = parse(writeFile(readFile(text))) as Record<string, object>;
    expect(Object.keys(after).toSorted()).toEqual(Object.keys(before).toSorted());
    // The names of tracks have their places in alphabetical order, whichever the file has.
    before.tracks = Object.fromEntries(
      Object.entries(before.tracks!).map(([key, fields]) => {
        const [, a, b, rest] = /^(\w+)-(\w+)(:.*)$/.exec(key)!;
        return [pairKey(a!, b!) + rest!, fields as object];
      }),
    );
    // The order of companies, decks and tickets is part of the board; that of the sections is not.
    for (const [section, values] of Object.entries(before))
      expect(JSON.stringify(after[section]), section).toBe(JSON.stringify(values));
  });

  test('a ticket with several values is kept, follows the names of its places, and goes with any of them', () => {
    const tickets = '[tickets.main]\nbirch = { pines = 5, shore = 8 }\nmill-shore = 4\n';
    const text = writeFile(small()).replace('[tickets.main]\n', tickets);
    expect(writeFile(readFile(text))).toBe(text);
    const uidOf = (document: BoardDocument, id: string): number =>
      document.places.find((place) => place.id === id)!.uid;
    let document = readFile(text);
    document = edits.renamePlace(document, uidOf(document, 'pines'), 'Larches');
    document = edits.renamePlace(document, uidOf(document, 'birch'), 'Aspen');
    expect(writeFile(document)).toContain('aspen = { larches = 5, shore = 8 }\nmill-shore = 4\n');
    document = edits.removePlace(document, uidOf(document, 'larches'));
    expect(document.tickets.map(({ ends }) => ends)).toEqual([['mill', 'shore']]);
  });

  test('what the editor knows nothing of is kept', () => {
    const text =
      '[board]\nid = "x"\n[signals]\nof_each = 3\n' +
      '[tickets.main]\na-b-c = { points = 9, tour = true }\n[tracks]\n"a=b" = 3\n';
    const again = writeFile(readFile(text));
    expect(again).toContain('[signals]\nof_each = 3');
    expect(again).toContain('a-b-c = { points = 9, tour = true }');
    expect(again).toContain('"a=b" = { value = 3 }');
  });

  test('a file that is no TOML says on which line', () => {
    try {
      readFile('[board]\nid = \n');
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(FileUnreadable);
      expect((error as FileUnreadable).line).toBe(2);
    }
  });

  test('a huge file is refused before it is read', () => {
    expect(() => readFile('#'.repeat(300_000))).toThrow(FileUnreadable);
  });
});

describe('edits', () => {
  test('ids are made of names', () => {
    expect(idFrom('São Tomé', new Set())).toBe('sao_tome');
    expect(idFrom('Weißensee 2', new Set())).toBe('weissensee_2');
    expect(idFrom('서울', new Set())).toBe('place');
    expect(idFrom('Birch', new Set(['birch', 'birch_2']))).toBe('birch_3');
  });

  test('a renamed place keeps its tracks, tickets and other names', () => {
    let document = edits.addTicket(small(), 'birch', 'shore');
    document = edits.setValue(document, ['place_names', 'ko', 'birch'], '자작나무');
    document = edits.renamePlace(document, document.places[0]!.uid, 'Alder');
    expect([...trackKeys(document).values()][0]).toMatch(/^alder-mill:/);
    expect(document.tickets[0]!.ends).toEqual(['alder', 'shore']);
    expect(valueAt(document, ['place_names', 'ko', 'alder'])).toBe('자작나무');
  });

  test('a removed place takes its tracks and tickets with it', () => {
    const document = edits.addTicket(small(), 'birch', 'shore');
    const left = edits.removePlace(document, document.places[0]!.uid);
    expect(left.tracks).toHaveLength(2);
    expect(left.tickets).toHaveLength(0);
  });

  test('parallel tracks are as long as the first, in other colours, at most three', () => {
    let document = small();
    for (let i = 0; i < 5; i += 1) document = edits.addTrack(document, 'mill', 'birch');
    const pair = document.tracks.filter((track) => [track.a, track.b].includes('birch'));
    expect(pair).toHaveLength(3);
    expect(new Set(pair.map((track) => track.colour)).size).toBe(3);
    expect(new Set(pair.map(lengthOf)).size).toBe(1);
  });

  test('two tracks of the same places and colour are numbered', () => {
    let document = edits.addTrack(small(), 'birch', 'mill');
    for (const track of document.tracks) document = edits.setTrackColour(document, track.uid, 'red');
    expect([...trackKeys(document).values()]).toContain('birch-mill:red#2');
  });

  test('a ticket is worth the trains of its cheapest way, and is there once', () => {
    const document = edits.addTicket(small(), 'shore', 'birch');
    const trains = document.tracks.reduce((sum, track) => sum + lengthOf(track), 0);
    expect(document.tickets[0]!.value).toBe(trains);
    expect(edits.addTicket(document, 'birch', 'shore')).toBe(document);
    expect(suggestedPoints(document, ['birch', 'nowhere'])).toBeNull();
  });

  test('tickets end at no country on the way', () => {
    let document = small();
    document = edits.setPlaceField(document, document.places[2]!.uid, 'country', true);
    expect(suggestedPoints(document, ['birch', 'pines'])).not.toBeNull();
    expect(suggestedPoints(document, ['birch', 'shore'])).toBeNull();
  });

  test('suggested tickets are new, and reach every place', () => {
    const found = suggestedTickets(small(), 4);
    expect(new Set(found.map((pair) => pair.join('-'))).size).toBe(found.length);
    expect(new Set(found.flat()).size).toBe(4);
  });

  test('a ferry has a locomotive, a railway has none', () => {
    let document = small();
    const { uid } = document.tracks[0]!;
    document = edits.setTrackKind(document, uid, 'ferry');
    expect(document.tracks[0]!.fields).toMatchObject({ kind: 'ferry', locomotives: 1 });
    document = edits.setTrackKind(document, uid, 'train');
    expect(Object.keys(document.tracks[0]!.fields)).toEqual(['length']);
  });
});

describe('mistakes', () => {
  test('are found where they are', () => {
    const document = edits.addTicket(small(), 'birch', 'shore');
    const key = trackKeys(document).get(document.tracks[1]!.uid)!;
    expect(problemTarget(document, `tracks."${key}".length`)).toEqual({
      tab: 'tracks',
      uid: document.tracks[1]!.uid,
      field: 'length',
    });
    expect(problemTarget(document, 'places.pines.x')).toMatchObject({ tab: 'places', uid: document.places[2]!.uid });
    expect(problemTarget(document, 'tickets.main.birch-shore')).toMatchObject({ uid: document.tickets[0]!.uid });
    expect(problemTarget(document, 'deals.first.keep')).toEqual({ tab: 'rules', uid: null, field: 'deals.first.keep' });
    expect(problemTarget(document, 'places.nowhere.x').uid).toBeNull();
    expect(problemTarget(document, '')).toMatchObject({ tab: 'board', uid: null });
    expect(fieldPath('tracks."a.b-c:red".length')).toEqual(['tracks', 'a.b-c:red', 'length']);
  });
});

describe('whatever somebody does', () => {
  const EDITS = 40;
  test.each(Array.from({ length: 250 }, (_, seed) => seed))('seed %i: files, undo and drawing hold', (seed) => {
    const random = randomNumbers(seed);
    const given = [readFile(built('nordic')), readFile(readFileSync('../tests/boards/island.toml', 'utf8'))][seed % 5];
    let history = newHistory(given ?? blankDocument('Fuzz'));
    const documents = [history.present];
    for (let i = 0; i < EDITS; i += 1) {
      history = edited(history, randomEdit(history.present, random));
      if (history.present !== documents.at(-1)) documents.push(history.present);
    }
    const last = history.present;
    // The file can be read again, and is the same board.
    const text = writeFile(last);
    expect(writeFile(readFile(text))).toBe(text);
    // Names are unique, and nothing that the editor made hangs in the air.
    expect(new Set(last.places.map((place) => place.id)).size).toBe(last.places.length);
    expect(new Set(last.tickets.map(ticketKey)).size).toBe(last.tickets.length);
    for (const place of last.places) expect(typeof nameOf(place)).toBe('string');
    // Undo goes back through every document to the first, and redo comes back.
    for (const document of documents.toReversed()) {
      expect(history.present).toBe(document);
      history = undone(history);
    }
    expect(undone(history)).toBe(history);
    for (let i = 0; i < documents.length; i += 1) history = redone(history);
    expect(history.present).toBe(last);
    // It can be drawn.
    for (const track of sketch(last).tracks) {
      expect(track.line).not.toMatch(/NaN|Infinity/);
      expect(track.spaces.flat().every(Number.isFinite)).toBe(true);
    }
  });

  test('edits in a row about the same are one step', () => {
    let history = newHistory(1);
    history = edited(history, 2, 'drag');
    history = edited(history, 3, 'drag');
    history = edited(history, 4, 'other');
    expect(undone(history).present).toBe(3);
    expect(undone(undone(history)).present).toBe(1);
  });
});
