import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Board } from '../board/model';
import { readOptions } from '../game/notation';
import type { LoggedEvent, View } from '../server/types';
import { GameScreen } from './game-screen.svelte';
import type { LiveTable } from './live-table.svelte';
import type { Play } from './play.svelte';
import type { TableLayout } from './table-layout.svelte';

const moved = (n: number, seat: number): LoggedEvent =>
  ({ n, by: 'person', event: { seat, kind: 'draw' } }) as LoggedEvent;

/** A table at which seat 0 is ours and has the turn, on a wide window. */
class Table {
  live = {
    seat: 0,
    you: { seats: [0], owner: false },
    view: { turn: 0, phase: 'turn', routes: {}, seats: [{ cards: { red: 2 } }, {}] } as unknown as View,
    options: readOptions([]),
    myTurn: true,
    sending: false,
    log: [moved(1, 0), moved(2, 1)],
    n: 2,
    chat: [],
    error: null,
    play: vi.fn(),
    lookFrom: vi.fn(),
  };
  play = {
    selected: null as string | null,
    mixing: false,
    shown: new Set<string>(),
    look: () => 'claimable',
    reset: vi.fn(),
    forget: vi.fn(),
  };
  layout = { narrow: false, roomy: false, tall: false };
  screen: GameScreen;

  constructor(...legal: string[]) {
    this.live.options = readOptions(legal);
    this.screen = new GameScreen(
      this.live as unknown as LiveTable,
      {} as Board,
      this.play as unknown as Play,
      this.layout as unknown as TableLayout,
    );
  }
}

let at: Table;
beforeEach(() => {
  at = new Table('draw deck', 'tickets');
});

describe('a free turn', () => {
  it('can be acted on, and nothing has to be decided', () => {
    expect(at.screen).toMatchObject({ canAct: true, decision: null, task: false, mine: { cards: { red: 2 } } });
  });
  it('is not acted on while a move is on its way', () => {
    at.live.sending = true;
    expect(at.screen.canAct).toBe(false);
  });
  it('has a task once a track is chosen', () => {
    at.play.selected = 'a-b:red';
    expect(at.screen).toMatchObject({ decision: null, task: true });
  });
});

describe('a decision', () => {
  it('is ours alone', () => {
    const { live, screen } = new Table('withdraw');
    expect(screen).toMatchObject({ decision: 'tunnel', task: true });
    live.myTurn = false;
    expect(screen).toMatchObject({ decision: null, task: false });
  });
});

describe('a hand that is not to be seen', () => {
  beforeEach(() => {
    at.live.you.seats = [0, 1];
  });
  it('hides cards, options, decisions and how near it is to a track', () => {
    const { screen } = at;
    expect(screen).toMatchObject({ open: false, mine: undefined, canAct: false, decision: null, task: false });
    expect([screen.options.draws.size, screen.look('a-b:red')]).toEqual([0, 'free']);
  });
  it('is opened by its player, and nothing of the last one stays', () => {
    at.screen.announce('said to the last one');
    at.screen.confirm(0);
    expect([at.screen.open, at.screen.announced, at.screen.look('a-b:red')]).toEqual([true, [], 'claimable']);
    expect(at.play.forget).toHaveBeenCalledOnce();
    expect(at.live.lookFrom).toHaveBeenCalledWith(0);
  });
});

describe('drawing tickets', () => {
  it('is done at once where there is one way to do it', () => {
    at.screen.drawTickets();
    expect(at.live.play).toHaveBeenCalledWith('tickets');
    expect(at.play.mixing).toBe(false);
  });
  it('asks for the decks where there are two', () => {
    const { live, play, screen } = new Table('tickets 4short', 'tickets 4long');
    screen.drawTickets();
    expect(live.play).not.toHaveBeenCalled();
    expect(play.mixing).toBe(true);
  });
  it('shows them on a small screen', () => {
    at.layout.narrow = true;
    at.screen.drawTickets();
    expect(at.screen.tab).toBe('tickets');
  });
});

describe('the sheet of a small screen', () => {
  beforeEach(() => {
    at.layout.narrow = true;
  });
  it('shows market and tickets with the hand where there is room', () => {
    at.screen.chosenTab = 'market';
    expect([at.screen.tab, at.screen.marketShown]).toEqual(['market', true]);
    at.layout.roomy = true;
    expect([at.screen.tab, at.screen.marketShown]).toEqual(['hand', true]);
    at.screen.chosenTab = 'log';
    expect([at.screen.tab, at.screen.marketShown]).toEqual(['log', false]);
  });
});

describe('what happened since our last move', () => {
  const claimed = (n: number, seat: number, track: string): LoggedEvent =>
    ({ n, by: 'person', event: { seat, kind: 'claim', claimed: track } }) as LoggedEvent;
  it('is told completely, and its claims keep a halo', () => {
    const moves = Array.from({ length: 9 }, (_, index) => moved(index + 2, 1));
    at.live.log = [moved(1, 0), claimed(2, 1, 'a-b:red'), ...moves];
    expect(at.screen.recent).toHaveLength(10);
    expect([...at.screen.since]).toEqual(['a-b:red']);
  });
  it('includes what a stand-in did for us', () => {
    at.live.log = [moved(1, 0), { ...moved(2, 0), by: 'stand_in' }, moved(3, 1)];
    expect([at.screen.recent.length, at.screen.stoodIn]).toEqual([2, 1]);
  });
  it('is nothing once we have moved', () => {
    at.live.log = [claimed(1, 1, 'a-b:red'), moved(2, 0)];
    expect([at.screen.recent.length, at.screen.since.size]).toEqual([0, 0]);
  });
});

describe('the end', () => {
  it('is scored beside the board until that is closed', () => {
    at.live.view.phase = 'over';
    expect(at.screen).toMatchObject({ over: true, scoring: true });
    at.screen.scoresOpen = false;
    expect(at.screen).toMatchObject({ over: true, scoring: false });
  });
});

it('the last five announcements are kept, equal ones too', () => {
  for (const n of [3, 4, 5, 6, 7, 8]) {
    at.live.n = n;
    at.screen.announce('Bo draws.');
  }
  expect(at.screen.announced.map((line) => line.n)).toEqual([4, 5, 6, 7, 8]);
});
