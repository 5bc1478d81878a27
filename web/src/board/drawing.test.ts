/** The browser draws everything in a layout: changing a field changes the picture. */
import { readFileSync } from 'node:fs';
import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import PlaceMark from './PlaceMark.svelte';
import TrackShape from './TrackShape.svelte';
import type { Label, Layout, PlaceLayout, TrackLayout } from '../server/types';

const layouts = ['usa', 'germany', 'nordic'].map((board): Layout => {
  const file = new URL(`../../../src/goldenspike/boards/drawing/${board}.layout.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { layout: Layout }).layout;
});
const tracks = layouts.flatMap((layout) => layout.tracks);
const places = layouts.flatMap((layout) => layout.places);

const drawTrack = (track: TrackLayout): string =>
  render(TrackShape, {
    props: {
      track,
      look: 'free',
      owner: null,
      colour: () => 'red',
      label: () => '',
      selected: false,
      current: false,
      big: false,
      prefix: 'b',
    },
  }).body;

const drawPlace = (place: PlaceLayout): string =>
  render(PlaceMark, {
    props: {
      place,
      locale: 'en',
      labelSize: 12,
      passengers: place.passengers.map(() => 'red'),
      passengerRadius: 4,
      endRadius: 5,
      marked: false,
      grown: 1,
      prefix: 'b',
    },
  }).body;

/** A value of the same type that is drawn differently. */
function changed(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return `${value}0`;
  if (Array.isArray(value)) return value.map(changed);
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, changed(inner)]));
}

/** Fields of an object that can be changed without any of the pictures changing. */
function ignored<T extends object>(all: T[], draw: (one: T) => string): string[] {
  return Object.keys(all[0]!).filter((field) =>
    all.every((one) => draw(one) === draw({ ...one, [field]: changed(one[field as keyof T]) })),
  );
}

describe('drawing a layout', () => {
  it('uses every field of a track but what only describes it', () => {
    const kinds = ['train', 'ferry', 'tunnel'].map((kind) => tracks.find((track) => track.kind === kind)!);
    expect(ignored(kinds, drawTrack).sort()).toEqual(['a', 'b', 'length', 'locomotives', 'middle']);
  });

  it('uses every field of a place', () => {
    expect(ignored(places, drawPlace)).toEqual([]);
  });

  it('uses every field of a name but its box', () => {
    const city = places.find((place) => place.labels.en!.lines.length > 1)!;
    const draw = (label: Label): string => drawPlace({ ...city, labels: { en: label } });
    expect(ignored([city.labels.en!], draw)).toEqual(['box']);
  });

  it('draws a ferry as the wave of its layout', () => {
    const ferries = tracks.filter((track) => track.kind === 'ferry');
    expect(ferries.length).toBeGreaterThan(0);
    for (const ferry of ferries) expect(drawTrack(ferry)).toContain(`d="${ferry.wave}"`);
  });

  it('draws a plate for every space, a wheel for every locomotive and both portals of a tunnel', () => {
    const count = (text: string, name: string): number => text.split(`class="${name}`).length - 1;
    for (const track of tracks) {
      const drawn = drawTrack(track);
      expect(count(drawn, 'plate'), track.id).toBe(track.length);
      expect(count(drawn, 'wheel-ground'), track.id).toBe(track.locomotives);
      expect(count(drawn, 'portal'), track.id).toBe(track.kind === 'tunnel' ? 2 : 0);
    }
  });

  it('draws something at every place that is more than a name', () => {
    for (const place of places) {
      const dots = drawPlace(place).split('class="dot').length - 1;
      expect(dots, place.id).toBe(place.ends.length + (place.r > 0 ? 1 : 0));
    }
  });
});
