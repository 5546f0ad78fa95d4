import { drawingBounds } from '#domain/rules/diagrams/drawing/constants.ts';

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}
interface Placed {
  x: number;
  y: number;
  scale: number;
}

const least = (values: number[]) => values.reduce((found, value) => Math.min(found, value), Number.POSITIVE_INFINITY);

/** The least that holds all of some rectangles; null where there are none. */
export function boundsOf(rects: readonly Rect[]): Rect | null {
  if (rects.length === 0) return null;
  const [x, y] = [least(rects.map((one) => one.x)), least(rects.map((one) => one.y))];
  return {
    x,
    y,
    width: -least(rects.map((one) => -one.x - one.width)) - x,
    height: -least(rects.map((one) => -one.y - one.height)) - y,
  };
}

/** Where the room that is left over goes: the middle first, then what lies in the right lower corner is made way for. */
const ways = [
  [0.5, 0.5],
  [0, 0.5],
  [0.5, 0],
  [0, 0],
] as const;
/** Between a box and what stands on the canvas, in px. */
const gap = 8;

interface Frame {
  /** Of the canvas, in px of the screen. */
  width: number;
  height: number;
  /** What stands on it, from its left upper corner; null for nothing. */
  cover: Rect | null;
  padding: number;
  /** Greatest scale. */
  largest: number;
}

/**
 * Shows all rectangles with room around them, as large as may be, none of them under what stands on the canvas. Where they are
 * too many for the smallest scale the middle is shown, and where nothing stands there `main`, which the others hang on.
 */
export function fitting(rects: readonly Rect[], main: Rect | undefined, frame: Frame): Placed | null {
  const { width, height, cover, padding, largest } = frame;
  const box = boundsOf(rects);
  if (!box) return null;
  const { min } = drawingBounds.zoom;
  const [roomX, roomY] = [width - 2 * padding, height - 2 * padding];
  const most = Math.min(roomX / box.width, roomY / box.height, largest);
  const place = (scale: number, [alongX, alongY]: (typeof ways)[number]) => ({
    scale,
    x: padding + (roomX - box.width * scale) * alongX - box.x * scale,
    y: padding + (roomY - box.height * scale) * alongY - box.y * scale,
  });
  if (most < min) {
    const middle = place(min, [0.5, 0.5]);
    const isSeen = rects.some((one) => meets(one, middle, { x: 0, y: 0, width, height }));
    return isSeen ? middle : showing(main ?? rects[0] ?? box, min, frame);
  }
  for (let scale = most; scale > min; scale *= 0.97) {
    const found = ways
      .map((way) => place(scale, way))
      .find((at) => !cover || !rects.some((one) => meets(one, at, cover)));
    if (found) return found;
  }
  return place(min, [0, 0]);
}

function meets({ x, y, width, height }: Rect, at: Placed, cover: Rect): boolean {
  const [left, top] = [x * at.scale + at.x, y * at.scale + at.y];
  return (
    left < cover.x + cover.width + gap &&
    left + width * at.scale > cover.x - gap &&
    top < cover.y + cover.height + gap &&
    top + height * at.scale > cover.y - gap
  );
}

const showing = ({ x, y, width }: Rect, scale: number, frame: Frame): Placed => ({
  scale,
  x: frame.width / 2 - (x + width / 2) * scale,
  y: frame.padding - y * scale,
});
