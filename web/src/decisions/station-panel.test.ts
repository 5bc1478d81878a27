/** The panel in which a player chooses where a station is built, and how it is paid for. */
import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import type { Board } from '../board/model';
import { readOptions } from '../game/notation';
import type { Play } from '../table/play.svelte';
import { pendingDecision } from './pending-decision';
import StationPanel from './StationPanel.svelte';

const LEGAL = [
  'draw deck',
  ...['inn', 'mill'].flatMap((place) => [`station ${place} 2red`, `station ${place} 1red+1locomotive`]),
];

/** The panel of a player with these cards, who has chosen a place or not yet. */
function panel({ site = null as string | null, unused = 3, sending = false } = {}): string {
  const board = {
    stations: { costs: [1, 2], unused, shared: false },
    places: new Map(['inn', 'mill'].map((id) => [id, { id, name: id.toUpperCase(), names: {} }])),
  } as unknown as Board;
  const live = {
    options: readOptions(LEGAL),
    view: { seats: [{ cards: { red: 3, locomotive: 1 } }] },
    seat: 0,
    sending,
  };
  const play = { board, live, site } as unknown as Play;
  return render(StationPanel, { props: { play } }).body;
}
const buildButton = (body: string): string => /<button[^>]*data-do="station"[^>]*>/.exec(body)![0];

describe('building a station', () => {
  it('is a decision of its own once it was asked for', () => {
    expect(pendingDecision(readOptions(LEGAL), false, false, true)).toBe('station');
    expect(pendingDecision(readOptions(LEGAL), false, false, false)).toBeNull();
    expect(pendingDecision(readOptions(['draw deck']), false, false, true)).toBeNull();
  });
  it('offers every place, and every way to pay once', () => {
    const body = panel();
    expect(body.match(/<option/g)).toHaveLength(3);
    expect(body).toContain('INN');
    expect(body).toContain('MILL');
    expect(body.match(/type="radio"/g)).toHaveLength(2);
  });
  it('tells what it costs, and the points that are given up', () => {
    expect(panel()).toContain('Your next station costs 2 cards of one colour');
    expect(panel()).toContain('3 points at the end');
    expect(panel({ unused: 0 })).not.toContain('at the end');
  });
  it('waits until a place is chosen, and while a move is on its way', () => {
    expect(buildButton(panel())).toContain('disabled');
    expect(buildButton(panel({ site: 'gone' }))).toContain('disabled');
    expect(buildButton(panel({ site: 'mill', sending: true }))).toContain('disabled');
    expect(buildButton(panel({ site: 'mill' }))).not.toContain('disabled');
  });
});
