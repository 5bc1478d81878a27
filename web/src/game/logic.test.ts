import { describe, expect, it } from 'vitest';
import type { TrackLayout } from '../board/types';
import type { Answer, FinalScore, LoggedEvent, View } from '../server/types';
import * as cameras from './camera';
import { clockText, msLeft } from './clock';
import { countedParts, runningSums } from './counting';
import { found } from './find';
import { lookOf } from './looks';
import { missingFor } from './missing';
import { majorities } from './majority';
import { mergePatch } from './merge-patch';
import { readOptions } from './notation';
import { Reel } from './reel';
import { sinceLastTurn } from './since';
import { nextTrack, trackAt } from './spatial';

describe('merge patch (RFC 7386)', () => {
  // The examples of the RFC's appendix.
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [['a', 'b'], ['c', 'd'], ['c', 'd']],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j with %j is %j', (target, patch, result) => expect(mergePatch<unknown>(target, patch)).toEqual(result));
  it('leaves the view before untouched', () => {
    const before = { seats: { a: 1 } };
    mergePatch(before, { seats: { a: 2 } });
    expect(before).toEqual({ seats: { a: 1 } });
  });
  it('does not reach prototypes', () => {
    mergePatch({}, JSON.parse('{"__proto__":{"hacked":true}}'));
    expect(({} as { hacked?: boolean }).hacked).toBeUndefined();
  });
});

describe('the camera', () => {
  const board = { width: 1000, height: 600 };
  const frame = { width: 500, height: 500 };
  it('fits the whole board in the middle', () => expect(cameras.fit(board, frame)).toEqual({ scale: 0.5, x: 0, y: 100 }));
  it('covers a small window without empty bands', () => {
    const camera = cameras.cover(board, frame);
    expect(camera.scale).toBeCloseTo(500 / 600);
    expect(camera.x).toBeLessThan(0);
    expect(camera.y).toBeCloseTo(0);
  });
  it('keeps the point under the finger while zooming', () => {
    const camera = cameras.cover(board, frame);
    const before = cameras.toBoard(camera, 200, 200);
    const after = cameras.toBoard(cameras.zoomAt(camera, 1.7, { x: 200, y: 200 }, board, frame), 200, 200);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });
  it('never zooms out beyond the whole board, nor in without end', () => {
    const camera = cameras.fit(board, frame);
    expect(cameras.zoomAt(camera, 0.1, { x: 0, y: 0 }, board, frame).scale).toBe(0.5);
    expect(cameras.zoomAt(camera, 1000, { x: 0, y: 0 }, board, frame).scale).toBe(0.5 * cameras.MOST);
  });
  it('shows no empty edge however far it is dragged', () => {
    const camera = cameras.pan(cameras.cover(board, frame), 9999, 9999, board, frame);
    expect([camera.x, camera.y]).toEqual([0, 0]);
  });
  it('brings a point into the window', () => {
    const camera = cameras.reveal(cameras.zoomAt(cameras.fit(board, frame), 4, { x: 0, y: 0 }, board, frame), { x: 900, y: 500 }, board, frame);
    const px = camera.x + 900 * camera.scale;
    expect(px).toBeGreaterThan(0);
    expect(px).toBeLessThan(500);
  });
  const seen = (camera: cameras.Camera, { left, top, right, bottom }: cameras.Box): boolean =>
    camera.x + left * camera.scale >= 0 && camera.x + right * camera.scale <= frame.width && camera.y + top * camera.scale >= 0 && camera.y + bottom * camera.scale <= frame.height;
  const near = cameras.zoomAt(cameras.fit(board, frame), 3, { x: 250, y: 250 }, board, frame);
  it('shows a part of the board that has room without going away from it', () => {
    const box = cameras.around([[850, 500], [950, 560]])!;
    expect(seen(near, box)).toBe(false);
    const camera = cameras.show(near, box, board, frame);
    expect(seen(camera, box)).toBe(true);
    expect(camera.scale).toBe(near.scale);
  });
  it('goes away only as far as a larger part needs', () => {
    const box = cameras.around([[100, 80], [700, 200], [300, 500]])!;
    const camera = cameras.show(near, box, board, frame);
    expect(seen(camera, box)).toBe(true);
    expect(camera.scale).toBeLessThan(near.scale);
    expect(camera.scale).toBeGreaterThan(cameras.fitScale(board, frame));
  });
  it('stays where everything is in sight already', () => expect(cameras.show(near, cameras.around([[480, 280], [520, 320]])!, board, frame)).toEqual(near));
  it('has nothing to show without a point', () => expect(cameras.around([])).toBeNull());
});

const track = (id: string, x: number, y: number): TrackLayout => ({
  id, a: 'a', b: 'b', colour: 'red', kind: 'train', length: 1, locomotives: 0, line: '', spaces: [[x, y, 0]], space: [20, 10], wheels: [], portals: [], middle: [x, y],
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
  it('starts somewhere', () => expect(nextTrack(tracks, null, 'right')).toBe('west'));
});

describe('finding a name', () => {
  it.each([['Göteborg – Åndalsnes', 'gote'], ['Göteborg – Åndalsnes', ' andals '], ['Göteborg – Åndalsnes', 'GÖTE'], ['덴버 – 오마하', '오마'], ['デンバー – オマハ', 'オマ']])('%s has %s', (name, typed) => expect(found(name, typed)).toBe(true));
  it('is not found by what it does not have', () => expect(found('Göteborg', 'oslo')).toBe(false));
});

describe('five looks of a track', () => {
  const view = { routes: { taken: 1 } } as unknown as View;
  const hints = { closed: ['closed'], missing: { soon: 1, far: 2, waiting: 0 }, tickets: {} };
  const options = readOptions(['claim now 3red']);
  it.each([['taken', 'taken'], ['now', 'claimable'], ['closed', 'closed'], ['soon', 'soon'], ['far', 'free'], ['waiting', 'free'], ['other', 'free']])('%s looks %s', (id, look) =>
    expect(lookOf(id, view, options, hints)).toBe(look));
  it('nothing is affordable soon once the game is over', () => expect(lookOf('soon', { ...view, phase: 'over' } as View, options, hints)).toBe('free'));
});

describe('what a hand lacks for a track', () => {
  const answer = (missing: number, params?: object): Answer => ({ type: 'answer', id: '', n: 0, missing, reason: { rule: '', why: '', code: 'cards', ...(params ? { params } : {}) } }) as Answer;
  const train = { colour: 'red', kind: 'train', locomotives: 0 };
  const ferry = { colour: 'white', kind: 'ferry', locomotives: 2 };
  const wild = ['ferry', 'tunnel'];
  it('nothing, when it can pay', () => expect(missingFor(answer(0), train, wild)).toBeNull());
  it('nothing is known without an answer', () => expect(missingFor(null, train, wild)).toBeNull());
  it('cards of the colour', () => expect(missingFor(answer(2, { missing: 2 }), train, wild)).toEqual({ n: 2, locomotives: 0, of: 'colour', wild: false }));
  it('cards of any one colour on gray', () => expect(missingFor(answer(2), { ...train, colour: 'gray' }, wild)).toMatchObject({ of: 'one colour', wild: false }));
  it('locomotives do where the board says so', () => expect(missingFor(answer(1), { ...train, kind: 'tunnel' }, wild)).toMatchObject({ of: 'colour', wild: true }));
  it('only locomotives, when a ferry lacks nothing else', () => expect(missingFor(answer(1, { missing: 1, locomotives: 1 }), ferry, wild)).toEqual({ n: 1, locomotives: 1, of: 'colour', wild: true }));
  it('some locomotives, when a ferry lacks both', () => expect(missingFor(answer(3, { missing: 3, locomotives: 1 }), ferry, wild)).toMatchObject({ n: 3, locomotives: 1, of: 'colour' }));
  it('a ferry with its symbols paid lacks its colour', () => expect(missingFor(answer(1, { missing: 1, locomotives: 0 }), ferry, wild)).toMatchObject({ n: 1, locomotives: 0, of: 'colour' }));
  it('before the turn a ferry lacks cards, and which is not guessed', () => expect(missingFor(answer(2, {}), ferry, wild)).toMatchObject({ n: 2, locomotives: 0, of: 'cards' }));
});

describe('passenger majorities', () => {
  const row = (...counts: number[]) => majorities(['red'], counts.map((red) => ({ red })))[0]!;
  it('first and second', () => expect(row(3, 1, 2)).toMatchObject({ first: [0], second: [2] }));
  it('tied for most: nobody is second', () => expect(row(3, 3, 2)).toMatchObject({ first: [0, 1], second: [] }));
  it('tied for second', () => expect(row(3, 1, 1)).toMatchObject({ first: [0], second: [1, 2] }));
  it('none of a colour counts for nothing', () => expect(row(0, 0, 0)).toMatchObject({ first: [], second: [] }));
});

describe('since your last turn', () => {
  const log = [0, 1, 0, 1, 2].map((seat, n) => ({ n, event: { seat, kind: 'pass' }, by: 'bot' }) as LoggedEvent);
  it('is what came after your own last action', () => expect(sinceLastTurn(log, 0).map((entry) => entry.n)).toEqual([3, 4]));
  it('is nothing before your first', () => expect(sinceLastTurn(log, 7)).toEqual([]));
  it('tells a claim once, not each card given for it', () => {
    const event = (seat: number, kind: string, more: object = {}): LoggedEvent => ({ n: 0, event: { seat, kind, ...more }, by: 'bot' }) as LoggedEvent;
    const paid = [event(0, 'pass'), event(1, 'claim'), event(1, 'give'), event(1, 'give', { claimed: 'a-b:red' }), event(2, 'claim', { revealed: ['red'] }), event(2, 'withdraw')];
    expect(sinceLastTurn(paid, 0).map((entry) => entry.event.kind + (entry.event.claimed ? '!' : ''))).toEqual(['give!', 'claim', 'withdraw']);
  });
  it('is nothing for a spectator', () => expect(sinceLastTurn(log, null)).toEqual([]));
});

describe('the clock', () => {
  it('counts from when the server spoke, whatever this clock says', () => expect(msLeft({ seat: 0, limit: 0, deadline: 5000, now: 1000, received: 99_000 }, 100_000)).toBe(3000));
  it('never goes below zero', () => expect(msLeft({ seat: 0, limit: 0, deadline: 0, now: 1000, received: 0 }, 0)).toBe(0));
  it.each([[59_000, '0:59'], [61_000, '1:01'], [3_600_000, '1:00:00']])('%d ms is %s', (ms, text) => expect(clockText(ms, 'it')).toBe(text));
  it.each([['en', '2 days 5 hr'], ['it', '2 giorni 5 h'], ['ja', '2 日 5 時間'], ['ko', '2일 5시간'], ['zh-Hans', '2天 5小时'], ['zh-Hant', '2 天 5 小時']])('counts days in the words of %s', (locale, text) =>
    expect(clockText((2 * 24 + 5) * 3_600_000, locale)).toBe(text));
});

describe('counting up', () => {
  const score = (more: Partial<FinalScore>): FinalScore => ({ seat: 0, name: null, route_points: 10, ticket_points: -4, tickets_made: 0, tickets_missed: 0, tickets: [], longest: 0, bonuses: {}, passenger_points: 0, total: 6, rank: 1, ...more });
  it('ends at the final score', () => {
    const scores = [score({ bonuses: { longest_path: 10 }, total: 16 }), score({ seat: 1, bonuses: { longest_path: 0 } })];
    const parts = countedParts(scores);
    expect(runningSums(parts, 2).at(-1)).toEqual(scores.map((each) => each.total));
  });
  it('counts nothing before the scores are told, or nobody would be called the winner', () => expect(countedParts([])).toEqual([]));
  it('leaves out what a board does not have', () => expect(countedParts([score({})]).map((part) => part.part)).toEqual(['routes', 'tickets']));
});

describe('the reel of a replay', () => {
  const start = { n: 0 } as unknown as View;
  const steps = [1, 2, 3].map((n) => ({ n, seat: 0, action: '', event: { seat: 0, kind: 'pass' as const }, patch: { n }, at: 0, closed: n === 2 ? ['beside'] : [] }));
  it('knows what has been closed by then', () => {
    const reel = new Reel(start, steps);
    expect([reel.closedAt(1), reel.closedAt(2), reel.closedAt(3)]).toEqual([[], ['beside'], ['beside']]);
  });
  it('shows any step, forwards and back', () => {
    const reel = new Reel(start, steps);
    expect([reel.at(3), reel.at(1), reel.at(0), reel.at(99), reel.at(-1)]).toEqual([{ n: 3 }, { n: 1 }, { n: 0 }, { n: 3 }, { n: 0 }]);
  });
});
