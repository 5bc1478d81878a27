import { describe, expect, it } from 'vitest';
import type { GameEvent, LoggedEvent, View } from '../server/types';
import { lessonOf, type Moment } from './coach';

const log = (...events: Partial<GameEvent>[]): LoggedEvent[] =>
  events.map((event, n) => ({ n, by: 'person', event: { seat: 0, kind: 'pass', ...event } as GameEvent }));
const moment = (more: Partial<Moment>): Moment => ({
  view: { phase: 'turn' } as View,
  log: [],
  seat: 0,
  myTurn: true,
  canClaim: false,
  selected: false,
  ...more,
});
const kept = { kind: 'keep' } as const;
const drew = { kind: 'draw' } as const;

describe('the first game teaches in this order', () => {
  it.each([
    ['tickets', moment({})],
    ['draw', moment({ log: log(kept) })],
    ['second', moment({ log: log(kept, drew), view: { phase: 'second_card' } as View })],
    ['watch', moment({ log: log(kept, drew), myTurn: false })],
    ['collect', moment({ log: log(kept, drew, drew) })],
    ['choose', moment({ log: log(kept, drew, drew), canClaim: true })],
    ['pay', moment({ log: log(kept, drew, drew), canClaim: true, selected: true })],
    ['done', moment({ log: log(kept, drew, { kind: 'claim', claimed: 'a-b:red' }) })],
    ['tickets', moment({ log: log({ ...kept, seat: 1 }, { seat: 1, kind: 'claim', claimed: 'x' }) })],
  ])('%s', (lesson, at) => expect(lessonOf(at)).toBe(lesson));
});
