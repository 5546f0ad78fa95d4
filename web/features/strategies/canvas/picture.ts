import type { AnyCell } from '#domain/rules/diagrams/cells.ts';
import { type DiagramThemeName, diagramThemes } from '#domain/rules/diagrams/drawing/themes.ts';
import { Drawing } from '../designer/drawing.ts';
import { DiagramCanvas } from './diagram-canvas.ts';

const margin = 20;
/** Longest side of a PNG, in px: browsers draw nothing on a larger one. */
const longestSide = 8_192;
/** A PNG is twice as fine as the screen where there is room for it. */
const finest = 2;

/** A picture of a diagram as SVG text: what the canvas draws, without what belongs to the screen. */
export interface Picture {
  svg: string;
  width: number;
  height: number;
}

/** Draws a diagram in a theme, out of sight. */
export function drawPicture(cells: readonly AnyCell[], theme: DiagramThemeName): Picture {
  const host = document.body.appendChild(document.createElement('div'));
  host.className = 'canvas-out-of-sight';
  const canvas = new DiagramCanvas(host, new Drawing(cells, true), theme);
  try {
    return pictureOf(canvas, diagramThemes[theme].sheet);
  } finally {
    canvas.dispose();
    host.remove();
  }
}

function pictureOf(canvas: DiagramCanvas, sheet: string): Picture {
  const box = canvas.paper.getContentArea();
  const [x, y] = [Math.floor(box.x) - margin, Math.floor(box.y) - margin];
  const [width, height] = [Math.ceil(box.width) + 2 * margin, Math.ceil(box.height) + 2 * margin];
  const svg = canvas.paper.svg.cloneNode(true) as SVGSVGElement;
  for (const part of svg.querySelectorAll('.joint-back-layer, .joint-tools-layer, [data-module]')) part.remove();
  for (const node of [svg, ...svg.querySelectorAll('*')]) {
    const isMarker = node.localName === 'marker';
    for (const { name } of [...node.attributes])
      if (
        /^(class|style|tabindex|role|aria-|data-|model-id|joint-selector|cursor)/.test(name) ||
        (name === 'id' && !isMarker)
      )
        node.removeAttribute(name);
  }
  const back = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of Object.entries({ x, y, width, height, fill: sheet })) back.setAttribute(name, `${value}`);
  svg.prepend(back);
  const view = { viewBox: `${x} ${y} ${width} ${height}`, width, height };
  for (const [name, value] of Object.entries(view)) svg.setAttribute(name, `${value}`);
  return { svg: new XMLSerializer().serializeToString(svg), width, height };
}

export const addressOf = ({ svg }: Picture): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** The picture as PNG, as fine as its sides allow. */
export async function pngOf(picture: Picture): Promise<Blob> {
  const { width, height } = picture;
  const scale = Math.min(finest, longestSide / width, longestSide / height);
  const image = new Image();
  image.src = addressOf(picture);
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser drew no picture');
  return blob;
}
