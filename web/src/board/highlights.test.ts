/** What the board shows besides tracks and owners: each state changes the drawing of what it concerns. */
import { readFileSync } from 'node:fs';
import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import LastClaim from './LastClaim.svelte';
import PlaceMark from './PlaceMark.svelte';
import TicketMarks from './TicketMarks.svelte';
import TracedTracks from './TracedTracks.svelte';
import TrackShape from './TrackShape.svelte';
import type { Look } from '../game/track-look';
import type { Layout } from '../server/types';

const file = new URL('../../../src/goldenspike/boards/drawing/germany.layout.json', import.meta.url);
const layout = (JSON.parse(readFileSync(file, 'utf8')) as { layout: Layout }).layout;
const track = layout.tracks.find((each) => each.length > 2)!;

const draw = (look: Look, state: object = {}): string =>
  render(TrackShape, {
    props: {
      track,
      look,
      owner: look === 'taken' ? 1 : null,
      colour: () => 'purple',
      label: () => '',
      selected: false,
      current: false,
      big: false,
      prefix: 'b',
      ...state,
    },
  }).body;

const count = (text: string, part: string): number => text.split(part).length - 1;

describe('a track', () => {
  it("has slots while it is free, and wagons with the owner's emblem instead when it is taken", () => {
    expect(count(draw('free'), 'class="plate')).toBe(track.length);
    expect(count(draw('free'), '#b-emblem-')).toBe(0);
    expect(count(draw('taken'), 'class="plate')).toBe(0);
    expect(count(draw('taken'), 'href="#b-emblem-purple"')).toBe(track.length);
  });
  it('has patterns only where they are asked for', () => {
    expect(draw('taken')).not.toContain('url(#b-wagon-purple)');
    expect(count(draw('taken', { patterned: true }), 'url(#b-wagon-purple)')).toBe(track.length);
  });
  it('keeps a halo since the last turn, when it is taken', () => {
    expect(draw('taken', { since: true })).toContain('class="halo');
    expect(draw('taken')).not.toContain('class="halo');
    expect(draw('free', { since: true })).not.toContain('class="halo');
  });
  it('stands out or whispers, or neither', () => {
    expect(draw('claimable', { serves: 'yes' })).toContain(' serves');
    expect(draw('claimable', { serves: 'no' })).toContain(' whispers');
    expect(draw('claimable')).not.toMatch(/ serves| whispers/);
  });
  it('has no wagons while they roll on over the board', () => {
    expect(count(draw('taken', { rolling: true }), 'class="wagon')).toBe(0);
    expect(count(draw('taken'), 'class="wagon')).toBe(track.length);
  });
  it('can be met beside its spaces, when taken too', () => {
    for (const look of ['free', 'taken', 'closed'] as const)
      expect(draw(look)).toMatch(new RegExp(`class="hit[^>]*d="${track.line.replace(/[.]/g, '[.]')}"`));
  });
});

describe('the marks of tickets', () => {
  const marks = [
    { ticket: 't1', ends: [['berlin'], ['muenchen']], state: 'open' as const },
    { ticket: 't2', ends: [['berlin'], ['frankreich']], state: 'done' as const },
  ];
  const body = render(TicketMarks, { props: { layout, marks, names: [], scale: 1 } }).body;
  it('are the same number at both ends', () => {
    expect(count(body, '>1</text>')).toBe(2);
    expect(count(body, '>2</text>')).toBe(2);
    expect(count(body, 'mark done')).toBe(2);
  });
  it('do not cover each other at one place', () => {
    const at = [...body.matchAll(/translate\(([-\d.]+) ([-\d.]+)\)/g)].map((found) => found[0]);
    expect(new Set(at).size).toBe(4);
  });
});

it('a claim pulses, its wagons roll on and its points rise, in the colour of who made it', () => {
  const props = { track, points: 7, colour: 'red', scale: 2, patterned: false, prefix: 'b', onstand: () => undefined };
  const { body } = render(LastClaim, { props });
  expect(count(body, `d="${track.line}"`)).toBe(2);
  expect(count(body, 'class="wagon player-red')).toBe(track.length);
  expect(body).toContain('+7</text>');
  expect(render(LastClaim, { props: { ...props, points: null } }).body).not.toContain('</text>');
});

it("a path is drawn track by track, in its owner's colour", () => {
  const two = layout.tracks.slice(0, 2);
  const { body } = render(TracedTracks, { props: { tracks: two, colour: 'red' } });
  for (const { line } of two) expect(count(body, `d="${line}"`)).toBe(2);
  expect(body).toContain('owned player-red');
});

it('a place is ringed for each owner, and differently where a ticket was missed', () => {
  const place = layout.places.find((each) => each.id === 'berlin')!;
  const props = { place, locale: 'en', labelSize: 12, passengers: [], passengerRadius: 4, endRadius: 5, prefix: 'b' };
  const drawn = render(PlaceMark, {
    props: { ...props, marked: true, grown: 1, missed: true, ringed: ['red', 'black'] },
  }).body;
  expect(count(drawn, 'class="owned')).toBe(2);
  expect(drawn).toMatch(/class="place[^"]* missed/);
});
