import { describe, expect, it } from 'vitest';
import * as cameras from './camera';

describe('the camera', () => {
  const board = { width: 1000, height: 600 };
  const frame = { width: 500, height: 500 };
  it('fits the whole board in the middle', () =>
    expect(cameras.fit(board, frame)).toEqual({ scale: 0.5, x: 0, y: 100 }));
  it('keeps the point under the finger while zooming', () => {
    const camera = cameras.zoomAt(cameras.fit(board, frame), 2, { x: 250, y: 250 }, board, frame);
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
    const near = cameras.zoomAt(cameras.fit(board, frame), 2, { x: 250, y: 250 }, board, frame);
    const camera = cameras.pan(near, 9999, 9999, board, frame);
    expect([camera.x, camera.y]).toEqual([0, 0]);
  });
  it('makes a point visible', () => {
    const camera = cameras.reveal(
      cameras.zoomAt(cameras.fit(board, frame), 4, { x: 0, y: 0 }, board, frame),
      { x: 900, y: 500 },
      board,
      frame,
    );
    const px = camera.x + 900 * camera.scale;
    expect(px).toBeGreaterThan(0);
    expect(px).toBeLessThan(500);
  });
  const seen = (camera: cameras.Camera, { left, top, right, bottom }: cameras.Box): boolean =>
    camera.x + left * camera.scale >= 0 &&
    camera.x + right * camera.scale <= frame.width &&
    camera.y + top * camera.scale >= 0 &&
    camera.y + bottom * camera.scale <= frame.height;
  const near = cameras.zoomAt(cameras.fit(board, frame), 3, { x: 250, y: 250 }, board, frame);
  it('shows a part of the board that fits without zooming out', () => {
    const box = cameras.around([
      [850, 500],
      [950, 560],
    ])!;
    expect(seen(near, box)).toBe(false);
    const camera = cameras.show(near, box, board, frame);
    expect(seen(camera, box)).toBe(true);
    expect(camera.scale).toBe(near.scale);
  });
  it('zooms out only as far as a larger part needs', () => {
    const box = cameras.around([
      [100, 80],
      [700, 200],
      [300, 500],
    ])!;
    const camera = cameras.show(near, box, board, frame);
    expect(seen(camera, box)).toBe(true);
    expect(camera.scale).toBeLessThan(near.scale);
    expect(camera.scale).toBeGreaterThan(cameras.fitScale(board, frame));
  });
  it('does not move if everything is visible already', () =>
    expect(
      cameras.show(
        near,
        cameras.around([
          [480, 280],
          [520, 320],
        ])!,
        board,
        frame,
      ),
    ).toEqual(near));
  it('has nothing to show without a point', () => expect(cameras.around([])).toBeNull());
});
