import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BoardCamera } from './board-camera.svelte';

const BOARD = { width: 1000, height: 600 };
const DESKTOP = { width: 1000, height: 600 };
const PHONE = { width: 300, height: 300 };
const EAST = { left: 900, top: 280, right: 940, bottom: 320 };
const WEST = { left: 60, top: 280, right: 100, bottom: 320 };

let view: BoardCamera;
beforeEach(() => {
  vi.useFakeTimers();
  view = new BoardCamera(() => BOARD);
});
afterEach(() => void vi.useRealTimers());

/** Whether a point of the board is in the window. */
const inSight = (x: number, y: number): boolean => {
  const at = { x: view.camera.x + x * view.camera.scale, y: view.camera.y + y * view.camera.scale };
  return at.x >= 0 && at.x <= PHONE.width && at.y >= 0 && at.y <= PHONE.height;
};

describe('the camera over a board', () => {
  it('shows all of the board, painted at that scale', () => {
    view.show(DESKTOP, null, null);
    expect(view.camera).toEqual({ scale: 1, x: 0, y: 0 });
    expect(view.painted).toBe(1);
  });
  it('starts zoomed in on a phone, at the centre', () => {
    view.show(PHONE, null, null);
    expect(view.camera.scale * 12.5).toBeCloseTo(11.2);
    expect(inSight(500, 300)).toBe(true);
  });
  it('starts with the whole board where that is wanted, as at the end of a game', () => {
    view = new BoardCamera(
      () => BOARD,
      () => 12.5,
      () => true,
    );
    view.show(PHONE, null, null);
    expect(view.camera.scale).toBeCloseTo(0.3);
  });
  it('moves to tickets that are shown, and back', () => {
    view.show(PHONE, null, null);
    const before = view.camera;
    view.show(PHONE, EAST, null);
    expect(inSight(920, 300)).toBe(true);
    view.show(PHONE, WEST, null);
    expect(inSight(80, 300)).toBe(true);
    view.show(PHONE, null, null);
    expect(view.camera).toEqual(before);
  });
  it('stays where the viewer moved it', () => {
    view.show(PHONE, EAST, null);
    view.pan(-10, 0);
    const there = view.camera;
    view.show(PHONE, null, null);
    expect(view.camera).toEqual(there);
  });
  it('does not return to what the viewer moved away from', () => {
    view.show(PHONE, null, EAST);
    view.pan(700, 0);
    view.show(PHONE, null, EAST);
    expect(inSight(920, 300)).toBe(false);
  });
  it('stays at a track that was chosen', () => {
    view.show(PHONE, null, EAST);
    const there = view.camera;
    view.show(PHONE, null, null);
    expect(view.camera).toEqual(there);
    expect(inSight(920, 300)).toBe(true);
  });
  it('shows the whole board again on request', () => {
    view.show(DESKTOP, null, null);
    view.zoom(3);
    expect(view.camera.scale).toBe(3);
    view.whole();
    expect(view.camera).toEqual({ scale: 1, x: 0, y: 0 });
  });
});

describe('painting', () => {
  it('is only scaled while zooming, and repainted afterwards', () => {
    view.show(DESKTOP, null, null);
    view.hold(true);
    view.zoom(2);
    vi.advanceTimersByTime(1000);
    expect(view.painted).toBe(1);
    expect(view.transform(1)).toBe('translate(-500px, -300px) scale(2)');
    view.hold(false);
    vi.advanceTimersByTime(1000);
    expect(view.painted).toBe(2);
    expect(view.transform(1)).toBe('translate(-500px, -300px)');
  });
  it('is aligned to whole pixels of the screen', () => {
    view.show(DESKTOP, null, null);
    view.zoom(2);
    view.pan(0.4, 0.6);
    expect(view.transform(1)).toContain('translate(-500px, -299px)');
    expect(view.transform(2)).toContain('translate(-499.5px, -299.5px)');
  });
});
