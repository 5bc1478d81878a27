/** Companies, regions, bonuses, variants, tours, decks and passengers: their edits and their fields. */
import { readFileSync } from 'node:fs';
import type { Component } from 'svelte';
import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import { valueAt, type BoardDocument, type Value } from './board-document';
import type { BoardEditor, PlacedProblem } from './board-editor.svelte';
import BonusFields from './BonusFields.svelte';
import CompanyFields from './CompanyFields.svelte';
import DeckFields from './DeckFields.svelte';
import { ticketWords } from './editor-words';
import * as edits from './edits';
import MixFields from './MixFields.svelte';
import * as parts from './named-parts';
import PassengerFields from './PassengerFields.svelte';
import RegionFields from './RegionFields.svelte';
import ShareFields from './ShareFields.svelte';
import { suggestedPoints } from './ticket-points';
import TicketEnds from './TicketEnds.svelte';
import { readFile } from './toml-file';
import VariantFields from './VariantFields.svelte';

const read = (path: string): BoardDocument => readFile(readFileSync(path, 'utf8'));
/** A file with every switch there is. */
const island = read('../tests/boards/island.toml');
const uidOf = (document: BoardDocument, id: string): number => document.places.find((place) => place.id === id)!.uid;
const at = (document: BoardDocument, path: string): Value | undefined => valueAt(document, path.split('.'));
const ticket = (document: BoardDocument, ends: string): BoardDocument['tickets'][number] =>
  document.tickets.find((each) => each.ends.join('-') === ends)!;

interface Shown {
  document?: BoardDocument;
  openPart?: BoardEditor['openPart'];
  problems?: Partial<PlacedProblem>[];
  props?: Record<string, unknown>;
}
/** What fields show of a document, with one part of the rules open. */
function shown(fields: unknown, { document = island, openPart = null, problems = [], props = {} }: Shown): string {
  const all = problems.map((problem) => ({ tab: 'rules', uid: null, hint: '', path: problem.field, ...problem }));
  const editor = { document, openPart, problems: all } as unknown as BoardEditor;
  const wrong = (field: string): unknown[] => all.filter((problem) => problem.field === field);
  return render(fields as Component<Record<string, unknown>>, {
    props: { editor, wrong, set: () => undefined, ...props },
  }).body;
}
const numbers = (body: string): string[] =>
  [...body.matchAll(/type="number"[^>]*value="(-?\d+)"/g)].map((each) => each[1]!);
const checked = (body: string): string[] =>
  [...body.matchAll(/<input type="checkbox"[^>]* checked[^>]*>\s*(?:<!--.*?-->)*([^<]*)/g)].map((each) =>
    each[1]!.trim(),
  );

describe('companies', () => {
  it('show their shares and points by rank when opened', () => {
    expect(numbers(shown(CompanyFields, {}))).toEqual([]);
    const body = shown(CompanyFields, { openPart: { section: 'companies', index: 1 } });
    expect(body).toContain('value="Coast Line"');
    expect(numbers(body)).toEqual(['3', '3', '6', '3', '1']);
  });
  it('show what is wrong with one where it is, and with all of them above', () => {
    const problems = [
      { field: 'companies.north.points', what: 'are not whole numbers' },
      { field: 'companies.north', what: 'has no track' },
      { field: 'companies', what: '7 companies in all' },
    ];
    const closed = shown(CompanyFields, { problems });
    expect(closed).toContain('7 companies in all');
    expect(closed).toMatch(/class="item[^"]*wrong"[^>]*data-row="companies.north"/);
    const open = shown(CompanyFields, { problems, openPart: { section: 'companies', index: 0 } });
    for (const { what } of problems) expect(open.split(what)).toHaveLength(2);
  });
  it('are followed by tracks and variants when they are named, and leave both when removed', () => {
    const named = parts.renamePart(island, 'companies', 'north', 'Polar Line');
    expect(Object.keys(at(named, 'companies') as object)).toEqual(['polar_line', 'coast']);
    expect(named.tracks[0]!.fields.shares).toEqual(['polar_line', 'coast']);
    expect(at(named, 'variants.many_cards.companies.polar_line')).toEqual({ shares: 1 });
    const gone = parts.removePart(island, 'companies', 'north');
    expect(gone.tracks[0]!.fields.shares).toEqual(['coast']);
    expect(gone.tracks.find((track) => track.colour === 'gray' && track.a === 'light')!.fields).not.toHaveProperty(
      'shares',
    );
    expect(at(parts.removePart(gone, 'companies', 'coast'), 'companies')).toBeUndefined();
  });
  it('are given at tracks, which can be shared too', () => {
    const { tracks } = island;
    expect(checked(shown(ShareFields, { props: { track: tracks[0]!, problems: [] } }))).toEqual([
      'North Line',
      'Coast Line',
    ]);
    const shared = shown(ShareFields, { props: { track: tracks[2]!, problems: [] } });
    expect(shared).toMatch(/data-field="shared"[^>]* checked/);
    const without = shown(ShareFields, {
      document: read('../examples/boards/thistle_range.toml'),
      props: { track: tracks[0]!, problems: [] },
    });
    expect(without).not.toContain('data-field="shares"');
  });
  it('are at most six', () => {
    let document = island;
    for (let i = 0; i < 9; i += 1)
      document = parts.addPart(document, 'companies', parts.freshPartName(document, 'companies'));
    expect(parts.partsOf(document, 'companies').map(([id]) => id)).toEqual([
      'north',
      'coast',
      'company_3',
      'company_4',
      'company_5',
      'company_6',
    ]);
  });
});

describe('regions', () => {
  it('show which places are in them', () => {
    expect(checked(shown(RegionFields, { openPart: { section: 'regions', index: 0 } }))).toEqual(['Harbour', 'Hill']);
  });
  it('keep their tickets when they are named, and take them along when removed', () => {
    expect(ticket(parts.renamePart(island, 'regions', 'south', 'Far South'), 'far_south-light-market').value).toBe(8);
    const gone = parts.removePart(island, 'regions', 'south');
    expect(JSON.stringify(gone.tickets)).not.toContain('south');
    expect(gone.tickets).toHaveLength(island.tickets.length - 2);
  });
  it('never have the id of a place, which tickets would mean', () => {
    const named = parts.renamePart(island, 'regions', 'south', 'Light');
    expect(at(named, 'regions.light_2.name')).toBe('Light');
    const moved = edits.renamePlace(island, uidOf(island, 'hill'), 'South');
    expect(moved.places[1]!.id).toBe('south_2');
  });
  it('follow their places', () => {
    const named = edits.renamePlace(island, uidOf(island, 'hill'), 'Mount');
    expect(at(named, 'regions.south.places')).toEqual(['harbour', 'mount']);
    expect(at(named, 'variants.short.tickets.near')).toMatchObject({ 'mount-market': 1, 'harbour-mount': 2 });
    const gone = edits.removePlace(island, uidOf(island, 'hill'));
    expect(at(gone, 'regions.south.places')).toEqual(['harbour']);
    expect(Object.keys(at(gone, 'variants.short.tickets.near') as object)).not.toContain('hill-market');
  });
});

describe('bonuses', () => {
  it('show ranks and ties, or the lines of a table', () => {
    const ranks = shown(BonusFields, { openPart: { section: 'bonuses', index: 0 } });
    expect(numbers(ranks)).toEqual(['2', '6', '3']);
    expect(ranks).toMatch(/<option value="share" selected/);
    const table = shown(BonusFields, { openPart: { section: 'bonuses', index: 1 } });
    expect(numbers(table)).toEqual(['1', '4', '2', '9']);
    expect(table).not.toContain('bonuses.coasts.ties');
  });
  it('have either ranks or a table', () => {
    const builders = at(island, 'bonuses.builders') as never;
    const byTable = parts.paidBy(builders, 'table');
    expect(Object.keys(byTable)).toEqual(['name', 'names', 'counts', 'table']);
    expect(parts.paidBy(byTable, 'ranks')).toMatchObject({ ranks: [6, 3] });
  });
  it('get one line more for a larger count and more points', () => {
    expect(parts.withStep({ table: { '1': 4, '2': 9 } })).toEqual({ '1': 4, '2': 9, '4': 14 });
    expect(parts.withStep({})).toEqual({ '2': 5 });
  });
  it('have no id of another part of the score', () => {
    expect(Object.keys(at(parts.addPart(island, 'bonuses', 'Shares'), 'bonuses') as object).at(-1)).toBe('shares_2');
  });
});

describe('variants', () => {
  it('show the numbers that differ, beside those of the board, and name what is kept', () => {
    const body = shown(VariantFields, { openPart: { section: 'variants', index: 0 } });
    expect(numbers(body)).toEqual(['9', '1', '0']);
    expect(body).toContain('The board has 15.');
    expect(body).toContain('points, tickets');
    expect(body).not.toContain('<option value="players.trains"');
    expect(body).not.toContain('<option value="players.most"');
  });
  it('lose a change with the tables that it leaves empty', () => {
    expect(parts.without({ deals: { later: { draw: 1 } }, x: 1 }, ['deals', 'later', 'draw'])).toEqual({ x: 1 });
    expect(parts.without({ deals: { later: { draw: 1, keep: 1 } } }, ['deals', 'later', 'draw'])).toEqual({
      deals: { later: { keep: 1 } },
    });
    expect(parts.otherChanges({ name: 'x', players: { trains: 9 }, rules: { wild_on: [] } })).toEqual(['rules']);
  });
  it('begin with a number of trains, so that they change something', () => {
    expect(at(parts.addPart(island, 'variants', 'Long'), 'variants.long')).toEqual({
      name: 'Long',
      players: { trains: 15 },
    });
  });
});

describe('tickets with several values', () => {
  const valued = (document: BoardDocument, uid: number): [readonly string[], Value] => {
    const { ends, value } = document.tickets.find((each) => each.uid === uid)!;
    return [ends, value];
  };
  it('show their start, and each end with its points', () => {
    const body = shown(TicketEnds, { props: { problems: [], ticket: ticket(island, 'abroad') } });
    expect(body).toMatch(/data-field="values"[^>]* checked/);
    expect([...body.matchAll(/<option value="(\w+)" selected/g)].map((each) => each[1])).toEqual([
      'abroad',
      'hill',
      'light',
      'south',
    ]);
    expect(numbers(body)).toEqual(['5', '9', '3']);
    expect(body).toContain('aria-label="Start"');
    expect(body).not.toContain('aria-invalid="true"');
    const problems = [{ field: 'light' }];
    const wrong = shown(TicketEnds, { props: { problems, ticket: ticket(island, 'abroad') } });
    expect(wrong).toMatch(/aria-label="Points: Light" aria-invalid="true"/);
    expect(shown(TicketEnds, { props: { problems: [], ticket: ticket(island, 'hill-market') } })).not.toMatch(
      /checked/,
    );
  });
  it('are named by their start and then all ends, in lists and mistakes', () => {
    expect(ticketWords(island, ticket(island, 'abroad'))).toBe('Abroad – Hill / Light / South');
    expect(ticketWords(island, ticket(island, 'south-light-market'))).toBe('South – Light – Market');
  });
  it('are made of a tour, each end worth its cheapest way, and made one of two ends again', () => {
    const { uid } = ticket(island, 'hill-light-abroad');
    let document = edits.setValued(island, uid, true);
    expect(valued(document, uid)).toEqual([['hill'], { light: 4, abroad: 3 }]);
    expect(edits.setValued(document, uid, true)).toBe(document);
    document = edits.setEndPoints(document, uid, 'light', 12);
    expect(edits.setEndPoints(document, uid, 'harbour', 3)).toBe(document);
    document = edits.setTicketEnd(edits.addTicketEnd(document, uid, 'market'), uid, 2, 'harbour');
    expect(valued(document, uid)).toEqual([['hill'], { light: 12, harbour: 3, market: 1 }]);
    expect(edits.removeTicketEnd(document, uid, 0)).toBe(document);
    document = edits.removeTicketEnd(document, uid, 3);
    expect(edits.removeTicketEnd(document, uid, 2)).toBe(document);
    expect(
      valued(edits.setValued(edits.removeTicket(document, ticket(document, 'light-hill').uid), uid, false), uid),
    ).toEqual([['hill', 'light'], 12]);
  });
  it('have starts of their own, by which the file lists them', () => {
    const { uid } = ticket(island, 'abroad-light');
    expect(valued(edits.setValued(island, uid, true), uid)[0]).toEqual(['light']);
    expect(edits.setTicketEnd(edits.setValued(island, uid, true), uid, 0, 'market').tickets).toHaveLength(
      island.tickets.length,
    );
    expect(edits.setTicketEnd(island, ticket(island, 'abroad').uid, 0, 'market')).toBe(island);
  });
  it('are worth their cheapest ways where points are suggested', () => {
    const { uid } = ticket(island, 'abroad');
    expect(valued(edits.suggestAllPoints(island), uid)).toEqual([['abroad'], { hill: 3, light: 5, south: 3 }]);
  });
});

describe('tours', () => {
  it.each([
    [
      'salt_harbour',
      { 'chapel-fish_dock-orchard': 14, 'breakwater-custom-salt_pans': 11, 'dunes-new_quay-windmill': 13 },
    ],
    ['salt_harbour', { 'gull_isle-ropewalk-shipyard': 9, 'breakwater-chapel-fish_dock-shipyard': 14 }],
    ['lantern_city', { 'college-waterfront': 5, 'old_town-racecourse': 8, 'east_end-old_town-the_hill': 8 }],
  ])('on %s are worth the trains of the smallest network, as the server counts them', (board, known) => {
    const document = read(`../examples/boards/${board}.toml`);
    for (const [ends, trains] of Object.entries(known))
      expect(suggestedPoints(document, ends.split('-')), ends).toBe(trains);
  });
  it('join nothing in a country', () => {
    expect(suggestedPoints(island, ['hill', 'light', 'abroad'])).toBe(6);
    expect(suggestedPoints(island, ['south', 'light', 'market'])).toBe(4);
  });
  it('show their ends, places and regions, and one more to choose', () => {
    const body = shown(TicketEnds, { props: { problems: [], ticket: ticket(island, 'south-light-market') } });
    expect([...body.matchAll(/<option value="(\w+)" selected/g)].map((each) => each[1])).toEqual([
      'south',
      'light',
      'market',
    ]);
    expect(body).toContain('data-field="add-end"');
    expect(body).toContain('<optgroup label="Regions"');
  });
  it('are made of a ticket by adding ends, and points that were suggested follow', () => {
    let document = edits.addTicket(island, 'harbour', 'east');
    expect(ticket(document, 'east-harbour').value).toBe(3);
    const { uid } = ticket(document, 'east-harbour');
    document = edits.addTicketEnd(document, uid, 'hill');
    expect(ticket(document, 'east-harbour-hill').value).toBe(3);
    expect(edits.addTicketEnd(document, uid, 'nowhere')).toBe(document);
    document = edits.setTicketEnd(document, uid, 0, 'light');
    expect(document.tickets.at(-1)).toMatchObject({ ends: ['light', 'harbour', 'hill'], value: 6 });
    expect(edits.removeTicketEnd(document, uid, 2)).toBe(document);
    document = edits.removeTicketEnd(edits.setTicketValue(document, uid, 50), uid, 0);
    expect(document.tickets.at(-1)).toMatchObject({ ends: ['harbour', 'hill'], value: 50 });
    expect(edits.removeTicketEnd(document, uid, 0)).toBe(document);
  });
  it('have at most five ends, and none is there twice', () => {
    const { uid } = ticket(island, 'hill-light-abroad');
    let document = island;
    for (const end of ['market', 'market', 'harbour', 'east']) document = edits.addTicketEnd(document, uid, end);
    expect(document.tickets.find((each) => each.uid === uid)!.ends).toEqual([
      'hill',
      'light',
      'abroad',
      'market',
      'harbour',
    ]);
  });
});

describe('decks', () => {
  const one = read('../examples/boards/thistle_range.toml');
  it('are one or two', () => {
    expect(shown(DeckFields, { document: one })).toContain('data-do="add-deck"');
    const two = edits.addDeck(one);
    expect(two.decks).toEqual(['short', 'long']);
    expect(two.tickets.every(({ deck }) => deck === 'short')).toBe(true);
    expect(edits.addDeck(two)).toBe(two);
    expect(shown(DeckFields, { document: two }).match(/data-field="deck"/g)).toHaveLength(2);
  });
  it('are followed by tickets, the first deal and variants when they are named', () => {
    const named = edits.renameDeck(parts.setMix(island, true), 'near', 'Short trips');
    expect(named.decks).toEqual(['short_trips', 'far']);
    expect(at(named, 'deals.first.mix')).toEqual({ short_trips: 1, far: 1 });
    expect(at(named, 'variants.many_cards.deals.first.mix')).toEqual({ short_trips: 1, far: 1 });
    expect(Object.keys(at(named, 'variants.short.tickets') as object)).toEqual(['short_trips']);
    expect(named.tickets.filter(({ deck }) => deck === 'short_trips')).toHaveLength(3);
  });
  it('leave their tickets to the other one when removed', () => {
    const left = edits.removeDeck(parts.setMix(island, true), 'near');
    expect(left.decks).toEqual(['far']);
    expect(left.tickets).toHaveLength(island.tickets.length);
    expect(at(left, 'deals.first.mix')).toBeUndefined();
    expect(edits.removeDeck(left, 'far')).toBe(left);
  });
  it('are in the first deal as the file says, if it does', () => {
    expect(shown(MixFields, { document: one, props: { problems: [] } })).not.toContain('deals.first.mix');
    expect(numbers(shown(MixFields, { props: { problems: [] } }))).toEqual([]);
    const body = shown(MixFields, {
      document: parts.setMix(island, true),
      props: { problems: [{ field: 'deals.first.mix', path: '', what: 'has 3 tickets', hint: '' }] },
    });
    expect(numbers(body)).toEqual(['1', '1']);
    expect(body).toContain('has 3 tickets');
  });
});

describe('passengers', () => {
  it('show their colours and numbers, and how many wait', () => {
    const body = shown(PassengerFields, {});
    expect(checked(body).slice(1)).toEqual(['green', 'red']);
    expect(numbers(body)).toEqual(['2', '6', '3']);
    expect(body).toContain('which are 4 now');
  });
  it('leave places when they are switched off', () => {
    const off = parts.setPassengers(island, false);
    expect(off.sections).not.toHaveProperty('passengers');
    expect(off.places.every(({ fields }) => !('passengers' in fields))).toBe(true);
    expect(numbers(shown(PassengerFields, { document: off }))).toEqual([]);
  });
});
