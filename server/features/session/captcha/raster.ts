/** Red, green, blue, each 0 to 255. */
export type Colour = readonly [number, number, number];
/** How much of a point lies inside a shape: 0 or 1. */
export type Shape = (x: number, y: number) => boolean;
/** A rectangle of whole pixels; the right and lower edge are not part of it. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Points per pixel and direction at which a shape is asked: smooths its edge. */
const samples = 2;

/** A picture of RGBA pixels, transparent at first. */
export class Raster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8ClampedArray(width * height * 4);
  }

  /** Sets one pixel, `alpha` from 0 to 1. */
  set(x: number, y: number, [red, green, blue]: Colour, alpha = 1): void {
    const at = (y * this.width + x) * 4;
    this.pixels[at] = red;
    this.pixels[at + 1] = green;
    this.pixels[at + 2] = blue;
    this.pixels[at + 3] = alpha * 255;
  }

  colourAt(x: number, y: number): Colour {
    const at = (y * this.width + x) * 4;
    return [this.pixels[at] ?? 0, this.pixels[at + 1] ?? 0, this.pixels[at + 2] ?? 0];
  }

  /** Mixes a colour into one opaque pixel. */
  mix(x: number, y: number, colour: Colour, share: number): void {
    const at = (y * this.width + x) * 4;
    for (let part = 0; part < 3; part += 1) {
      const old = this.pixels[at + part] ?? 0;
      this.pixels[at + part] = old + ((colour[part] ?? 0) - old) * share;
    }
  }

  /** Mixes a colour into all pixels of a shape inside the box, with smooth edges. */
  fill(shape: Shape, box: Box, colour: Colour, share: number): void {
    for (let y = Math.max(0, box.top); y < Math.min(this.height, box.bottom); y += 1)
      for (let x = Math.max(0, box.left); x < Math.min(this.width, box.right); x += 1) {
        const part = coverage(shape, x, y);
        if (part > 0) this.mix(x, y, colour, share * part);
      }
  }
}

/** Share of a pixel that lies inside a shape. */
export function coverage(shape: Shape, x: number, y: number): number {
  let inside = 0;
  for (let row = 0; row < samples; row += 1)
    for (let column = 0; column < samples; column += 1)
      if (shape(x + (column + 0.5) / samples, y + (row + 0.5) / samples)) inside += 1;
  return inside / samples ** 2;
}
