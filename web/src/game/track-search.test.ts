import { describe, expect, it } from 'vitest';
import type { PlaceLayout, TrackLayout } from '../server/types';
import { nextTrack, placeAt, trackAt } from './track-search';

const track = (id: string, x: number, y: number): TrackLayout => ({
  id,
  a: 'a',
  b: 'b',
  colour: 'red',
  kind: 'train',
  length: 1,
  locomotives: 0,
  line: '',
  wave: '',
  spaces: [[x, y, 0]],
  space: [20, 10],
  wheels: [],
  portals: [],
  middle: [x, y],
});

describe('finding tracks', () => {
  const tracks = [track('west', 0, 0), track('east', 100, 5), track('south', 10, 100)];
  it('takes the nearest track in reach', () => expect(trackAt(tracks, { x: 90, y: 12 }, 8)).toBe('east'));
  it('takes none out of reach', () => expect(trackAt(tracks, { x: 50, y: 50 }, 8)).toBeNull());
  it('moves by arrows', () => {
    expect(nextTrack(tracks, 'west', 'right')).toBe('east');
    expect(nextTrack(tracks, 'west', 'down')).toBe('south');
    expect(nextTrack(tracks, 'east', 'left')).toBe('west');
  });
  it('stays at the edge', () => expect(nextTrack(tracks, 'west', 'left')).toBe('west'));
  it('starts at some track', () => expect(nextTrack(tracks, null, 'right')).toBe('west'));
});

describe('finding places', () => {
  const places = [
    { id: 'inn', x: 0, y: 0 },
    { id: 'mill', x: 30, y: 0 },
  ] as PlaceLayout[];
  const all = new Set(['inn', 'mill']);
  it('takes the nearest place in reach', () => expect(placeAt(places, all, { x: 18, y: 4 }, 20)).toBe('mill'));
  it('takes none out of reach', () => expect(placeAt(places, all, { x: 60, y: 0 }, 20)).toBeNull());
  it('takes none that cannot be chosen', () =>
    expect(placeAt(places, new Set(['inn']), { x: 29, y: 0 }, 20)).toBeNull());
});
