import { describe, expect, it } from 'vitest';
import type { TrackLayout } from '../server/types';
import { nextTrack, trackAt } from './track-search';

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
