/** What is special about a board's tickets, as the help of a table tells it, and their names. */
import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import { ticketEnds, type Board } from '../../board/model';
import TicketCard from '../../cards/TicketCard.svelte';
import type { TicketJson } from '../../server/types';
import { ticketName } from '../../shell/game-words';
import TicketRules from './TicketRules.svelte';

const PLACES = ['alder', 'birch', 'cedar', 'dell'];

function boardWith(mix: Record<string, number>, ...tickets: string[]): Board {
  const made = tickets.map((id): TicketJson => ({ id, ends: id.split('-'), points: 7, deck: 'main' }));
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
