import { sliderSize } from '#domain/contract/session.ts';
import { pickOne, type Random, randomInt, seededRandom } from '#domain/rules/random.ts';
import { type Colour, coverage, Raster, type Shape } from './raster.ts';

const { width, height, piece: size } = sliderSize;
/** The square body of a piece inside its picture; the rest is room for the knobs. */
const body = { from: 10, to: size - 10 };
const knob = { radius: 7, offset: 3 };
const white: Colour = [255, 255, 255];
const black: Colour = [0, 0, 0];

/** Where the piece fits, in px from the upper left corner. */
export interface Place {
  x: number;
  top: number;
}

/**
 * Paints the picture with its gap, and the piece that was cut out: random shapes and noise, the same ones for the same
 * seed. A second gap of another form, which the piece cannot reach, keeps "the darkest spot" from being the answer. This
 * is a hurdle for simple programs; what holds against the others is the number of tries.
 */
export function paintPuzzle(seed: string, place: Place): { background: Raster; piece: Raster } {
  const random = seededRandom(seed);
  const background = paintScene(random);
  const cut = pieceShape(random);
  const piece = cutOut(background, cut, place, random);
  sink(background, cut, place);
  sink(background, pieceShape(random), decoyPlace(random, place));
  return { background, piece };
}

const colour = (random: Random): Colour => [
  randomInt(random, 30, 225),
  randomInt(random, 30, 225),
  randomInt(random, 30, 225),
];

function paintScene(random: Random): Raster {
  const scene = new Raster(width, height);
  const corners = [colour(random), colour(random), colour(random), colour(random)] as const;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [across, down] = [x / width, y / height];
      const part = (index: 0 | 1 | 2) =>
        (corners[0][index] * (1 - across) + corners[1][index] * across) * (1 - down) +
        (corners[2][index] * (1 - across) + corners[3][index] * across) * down;
      scene.set(x, y, [part(0), part(1), part(2)]);
    }
  for (let nShapes = 0; nShapes < 34; nShapes += 1) paintShape(scene, random);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const grain = randomInt(random, -7, 7);
      const [red, green, blue] = scene.colourAt(x, y);
      scene.set(x, y, [red + grain, green + grain, blue + grain]);
    }
  return scene;
}

/** A disc, a ring or a turned bar anywhere, half seen through. */
function paintShape(scene: Raster, random: Random): void {
  const [x, y] = [randomInt(random, 0, width), randomInt(random, 0, height)];
  const reach = randomInt(random, 8, 42);
  const angle = random() * Math.PI;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const thick = randomInt(random, 2, 9);
  const shapes: Shape[] = [
    (px, py) => Math.hypot(px - x, py - y) < reach,
    (px, py) => Math.abs(Math.hypot(px - x, py - y) - reach + thick) < thick / 2,
    (px, py) => Math.abs((px - x) * cos + (py - y) * sin) < reach && Math.abs((py - y) * cos - (px - x) * sin) < thick,
  ];
  const box = { left: x - reach, top: y - reach, right: x + reach + 1, bottom: y + reach + 1 };
  scene.fill(pickOne(random, shapes), box, colour(random), 0.25 + random() * 0.45);
}

/** A square with a knob, a dent or nothing on each side; at least one knob. */
function pieceShape(random: Random): Shape {
  const sides = [0, 1, 2, 3].map(() => randomInt(random, -1, 1));
  sides[randomInt(random, 0, 3)] = 1;
  const middle = (body.from + body.to) / 2;
  const [low, high] = [body.from - knob.offset, body.to + knob.offset];
  const [lowDent, highDent] = [body.from + knob.offset, body.to - knob.offset];
  const places: [side: number, x: number, y: number][] = sides.map((side, at) => {
    const out = at % 2 === 0 ? low : high;
    const dent = at % 2 === 0 ? lowDent : highDent;
    const along = side < 0 ? dent : out;
    return at < 2 ? [side, along, middle] : [side, middle, along];
  });
  return (x, y) => {
    let inside = x >= body.from && x < body.to && y >= body.from && y < body.to;
    for (const [side, knobX, knobY] of places)
      if (side !== 0 && Math.hypot(x - knobX, y - knobY) < knob.radius) inside = side > 0;
    return inside;
  };
}

/** The pixels under the shape, a little lighter or darker and with grain of their own, and a light edge. */
function cutOut(scene: Raster, shape: Shape, { x: left, top }: Place, random: Random): Raster {
  const piece = new Raster(size, size);
  const shift = randomInt(random, -14, 14);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const part = coverage(shape, x, y);
      if (part === 0) continue;
      const [red, green, blue] = scene.colourAt(left + x, top + y);
      const change = shift + randomInt(random, -4, 4);
      piece.set(x, y, [red + change, green + change, blue + change]);
      if (isEdge(shape, x, y)) piece.mix(x, y, white, 0.75);
      piece.set(x, y, piece.colourAt(x, y), part);
    }
  return piece;
}

/** Darkens the shape in the picture and draws its edge. */
function sink(scene: Raster, shape: Shape, { x: left, top }: Place): void {
  const inPicture: Shape = (x, y) => shape(x - left, y - top);
  const box = { left, top, right: left + size, bottom: top + size };
  scene.fill(inPicture, box, black, 0.55);
  scene.fill((x, y) => inPicture(x, y) && isEdge(shape, x - left, y - top), box, white, 0.55);
}

function isEdge(shape: Shape, x: number, y: number): boolean {
  const reach = 1.4;
  return !(shape(x - reach, y) && shape(x + reach, y) && shape(x, y - reach) && shape(x, y + reach));
}

/** Beside the gap and at another height. */
function decoyPlace(random: Random, { x, top }: Place): Place {
  const places: Place[] = [];
  for (let left = 0; left <= width - size; left += 4)
    for (let up = 0; up <= height - size; up += 3)
      if (Math.abs(left - x) >= size && Math.abs(up - top) >= 24) places.push({ x: left, top: up });
  return pickOne(random, places);
}
