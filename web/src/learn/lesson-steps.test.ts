import { describe, expect, it } from 'vitest';
import { accepts, CLOSED, LESSONS, progressOf, stepOf, TICKET, type LessonName, type Moment } from './lesson-steps';

const FREE = 'claim denver-santa_fe:gray 2black';
const moment = (n: number, more: Partial<Moment> = {}): Moment => ({
  n,
  myTurn: true,
  legal: [
    `keep boston-miami ${TICKET}`,
    'draw black',
    'draw deck',
    FREE,
    'claim el_paso-santa_fe:gray 2white',
    'tickets',
  ],
  selected: null,
  closedSeen: false,
  owned: () => false,
  ...more,
});

describe('the first game teaches in this order', () => {
  it.each([
    ['tickets', moment(0), '[data-panel="keep"]'],
    ['watch', moment(0, { myTurn: false }), null],
    ['watch', moment(1, { myTurn: false }), null],
    ['draw', moment(2), '[data-draw="black"]'],
    ['second', moment(3), '[data-draw="deck"]'],
    ['choose', moment(6), '[data-track="denver-santa_fe:gray"]'],
    ['pay', moment(6, { selected: 'denver-santa_fe:gray' }), '[data-panel="claim"]'],
    ['double', moment(8), `[data-track="${CLOSED}"]`],
    ['closed', moment(8, { closedSeen: true }), '[data-track="el_paso-santa_fe:gray"]'],
    ['more', moment(11), '[data-do="tickets"]'],
    ['keep', moment(12), '[data-panel="keep"]'],
    ['first_done', moment(13), null],
  ])('%s', (words, at, target) => {
    expect(stepOf('first_game', at)).toMatchObject({ words, target });
  });
});

describe('a lesson', () => {
  it('is over when everything in it has been done', () => {
    for (const lesson of LESSONS) {
      const { total } = progressOf(lesson, 0);
      expect(stepOf(lesson, moment(500)).done).toBe(true);
      expect(progressOf(lesson, 500)).toEqual({ made: total, total });
    }
  });
  it('does not get stuck when the game was played otherwise in another window', () => {
    expect(stepOf('first_game', moment(2, { legal: ['draw red'] })).done).toBe(true);
  });
  it('ends as soon as the ferry is claimed, however it was paid', () => {
    expect(stepOf('ferry', moment(8, { owned: (track) => track === 'helsinki-stockholm:gray' })).done).toBe(true);
  });
});

describe('what a lesson accepts', () => {
  it.each<[LessonName, number, string, boolean]>([
    ['first_game', 0, `keep boston-miami ${TICKET}`, true],
    ['first_game', 0, 'keep boston-miami duluth-el_paso', false],
    ['first_game', 2, 'draw black', true],
    ['first_game', 2, 'draw deck', false],
    ['first_game', 6, FREE, true],
    ['first_game', 6, 'claim denver-santa_fe:gray 2white', false],
    ['first_game', 12, 'keep anything-else', true],
    ['first_game', 13, 'draw deck', true],
    ['passengers', 29, 'take red from frankfurt', true],
    ['ferry', 6, 'claim helsinki-stockholm:gray 2red+6any', true],
    ['ferry', 6, 'draw deck', false],
    ['tunnel', 15, 'pay 1purple', true],
    ['tunnel', 15, 'withdraw', false],
  ])('%s at %i: %s', (lesson, n, action, accepted) => expect(accepts(lesson, n, action)).toBe(accepted));
});
