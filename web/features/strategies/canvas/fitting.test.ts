import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundsOf, fitting, type Rect } from './fitting.ts';

const cover = { x: 360, y: 367, width: 242, height: 117 };
const frame = { width: 610, height: 490, cover, padding: 50, largest: 1 };
const shownAt = (rects: Rect[], at: { x: number; y: number; scale: number }) =>
  rects.map(({ x, y, width, height }) => ({
    x: x * at.scale + at.x,
    y: y * at.scale + at.y,
    width: width * at.scale,
    height: height * at.scale,
  }));
const meets = (a: Rect, b: Rect) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test('all is in sight, and nothing under what stands on the canvas', () => {
  const rect = fc.record({
    x: fc.integer({ min: -500, max: 500 }),
    y: fc.integer({ min: -500, max: 500 }),
    width: fc.constant(150),
    height: fc.constantFrom(100, 197),
  });
  fc.assert(
    fc.property(fc.array(rect, { minLength: 1, maxLength: 12 }), (rects) => {
      const at = fitting(rects, rects[0], frame);
      if (!at) throw new Error('nothing is shown');
      for (const one of shownAt(rects, at)) {
        expect(one.x).toBeGreaterThan(-1);
        expect(one.y).toBeGreaterThan(-1);
        expect(one.x + one.width).toBeLessThan(frame.width + 1);
        expect(one.y + one.height).toBeLessThan(frame.height + 1);
        expect(meets(one, cover)).toBe(false);
      }
    }),
  );
});

test('without anything on it the middle of the canvas is taken, never larger than drawn', () => {
  const rects = [{ x: 0, y: 0, width: 150, height: 100 }];
  expect(fitting(rects, undefined, { ...frame, cover: null })).toEqual({ scale: 1, x: 230, y: 195 });
  expect(fitting([], undefined, frame)).toBeNull();
  expect(boundsOf([])).toBeNull();
});

test('of what is too wide for the smallest scale the Money Site is shown', () => {
  const main = { x: 0, y: 0, width: 150, height: 100 };
  const at = fitting([{ ...main, x: 900_000 }, main], main, frame);
  expect(at).toEqual({ scale: 0.2, x: 290, y: 50 });
});
