/** What is special about a board's tickets, as the help of a table tells it, and their names. */
import { render } from 'svelte/server';
import { describe, expect, test } from 'vitest';
import { ticketEnds, type Board } from '../../board/model';
import TicketCard from '../../cards/TicketCard.svelte';
import type { TicketJson } from '../../server/types';
import { ticketName, ticketWorth } from '../../shell/game-words';
import TicketRules from './TicketRules.svelte';

const PLACES = ['alder', 'birch', 'cedar', 'dell'];

function boardWith(mix: Record<string, number>, ...tickets: string[]): Board {
  const made = tickets.map((id): TicketJson => ({ id, ends: id.split('-'), points: 7, values: {}, deck: 'main' }));
  return {
    places: new Map(PLACES.map((id) => [id, { id, name: id.toUpperCase(), names: {} }])),
    regions: [{ id: 'woods', name: 'The Woods', names: {}, places: ['alder', 'birch'] }],
    tickets: new Map(made.map((ticket) => [ticket.id, ticket])),
    ticketDecks: ['main'],
    firstMix: mix,
  } as unknown as Board;
}
const words = (board: Board): string => render(TicketRules, { props: { board } }).body;

test('tours are told with the most places that one has', () => {
  expect(words(boardWith({}, 'alder-birch', 'alder-birch-cedar'))).toContain('tours of up to 3 places');
  expect(words(boardWith({}, 'alder-birch-cedar'))).not.toContain('region');
});

test('tickets to regions are told', () => {
  const body = words(boardWith({}, 'cedar-woods'));
  expect(body).toContain('any place of the region');
  expect(body).not.toContain('tours');
});

test('a fixed first deal is told', () => {
  expect(words(boardWith({ short: 2, long: 1 }, 'alder-birch'))).toMatch(/first deal.*2.*short.*1.*long/i);
});

test('a board with ordinary tickets says nothing', () =>
  expect(words(boardWith({}, 'alder-birch'))).not.toContain('<li'));

test('a ticket is named by all its ends, a region by its name', () => {
  const board = boardWith({}, 'cedar-dell-woods');
  expect(ticketName(board, 'cedar-dell-woods')).toBe('CEDAR – DELL – The Woods');
  const card = render(TicketCard, { props: { board, id: 'cedar-dell-woods' } }).body;
  for (const name of ['CEDAR', 'DELL', 'The Woods']) expect(card).toContain(name);
  expect(ticketEnds(board, board.tickets.get('cedar-dell-woods')!)).toEqual([['cedar'], ['dell'], ['alder', 'birch']]);
});

describe('a ticket with several values', () => {
  const id = 'alder-birch/dell';
  const ticket: TicketJson = {
    id,
    ends: ['alder', 'birch', 'dell'],
    points: 9,
    values: { birch: 4, dell: 9 },
    deck: 'main',
  };
  const board: Board = { ...boardWith({}), tickets: new Map([[id, ticket]]) };
  const card = (props: object): string =>
    render(TicketCard, { props: { board, id, ...props } }).body.replace(/<!--.*?-->/g, '');

  test('is told, and is no tour', () => {
    expect(words(board)).toContain('points of its own');
    expect(words(board)).not.toContain('tours');
  });
  test('is named by its start and its ends', () => {
    expect(ticketName(board, id)).toBe('ALDER – BIRCH / DELL');
    expect(ticketWorth(ticket)).toBe('4 to 9 points');
  });
  test('shows the points of each end, and from where to where they go', () => {
    const body = card({});
    expect(body).toMatch(/ALDER.*BIRCH.*4.*DELL.*9.*4–9/s);
    expect(body).not.toContain('reached');
  });
  test('shows the end that is reached and what it scores', () => {
    const body = card({ state: 'made', points: 4 });
    expect(body).toMatch(/reached[^>]*>\s*<b[^>]*>BIRCH/);
    expect(body).toContain('>4 points<');
    expect(body).not.toContain('4–9');
  });
});
