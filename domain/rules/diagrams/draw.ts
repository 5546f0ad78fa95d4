import { moduleLabels } from '../../contract/modules.ts';
import { boxKind, genericModules, headHeightOf, moduleRows } from './catalogue.ts';
import { type AnyCell, type Box, boxesOf, diagramBounds, edgesOf } from './cells.ts';
import { rectOf } from './drawing/shown.ts';

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
/** Around what stands in a picture, in px. */
export const pictureMargin = 20;
/** Words of a picture are cut. */
const longestWords = 40;
const farthest = diagramBounds.place + diagramBounds.size;

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Whether a cell has a place: not links, and not what a foreign program keeps beside its shapes. */
const isThere = ({ position }: AnyCell) => typeof position === 'object' && position !== null;

/**
 * A picture of a diagram as SVG text: boxes with their heads, links with the arrow at the source end (D-DIAG-02). Shapes of
 * other programs are drawn as frames. Made of numbers and escaped words alone, whatever the cells hold.
 */
export function drawDiagram(cells: readonly AnyCell[]): string {
  const rects = new Map<string, Rect>();
  for (const cell of cells) if (isThere(cell)) rects.set(cell.id, rectOf(cell));
  const all = [...rects.values()];
  const edge = (pick: (rect: Rect) => number, least: boolean) =>
    all.reduce(
      (found, rect) => (least ? Math.min(found, pick(rect)) : Math.max(found, pick(rect))),
      least ? farthest : -farthest,
    );
  const [left, top] =
    all.length > 0 ? [edge(({ x }) => x, true) - pictureMargin, edge(({ y }) => y, true) - pictureMargin] : [0, 0];
  const width = all.length > 0 ? edge(({ x, width: w }) => x + w, false) + pictureMargin - left : 100;
  const height = all.length > 0 ? edge(({ y, height: h }) => y + h, false) + pictureMargin - top : 60;
  const boxes = new Map(boxesOf(cells).map((box) => [box.id, box]));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" font-family="sans-serif" font-size="14">`,
    '<defs><marker id="tip" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0 10 5 0 10z" fill="#64748b"/></marker></defs>',
    ...edgesOf(cells).map(({ parent, child }) => drawLink(rects.get(parent), rects.get(child))),
    ...[...rects].map(([id, rect]) => {
      const box = boxes.get(id);
      return box ? drawBox(box, rect) : frameOf(rect, '#94a3b8');
    }),
    '</svg>',
  ].join('');
}

function drawLink(source: Rect | undefined, target: Rect | undefined): string {
  if (!source || !target) return '';
  const [from, to] = [bottomOf(source), topOf(target)];
  const middle = (from.y + to.y) / 2;
  return `<path d="M${from.x} ${from.y}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y}" fill="none" stroke="#64748b" stroke-width="2" marker-start="url(#tip)"/>`;
}

const bottomOf = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height });
const topOf = ({ x, y, width }: Rect) => ({ x: x + width / 2, y });
const frameOf = ({ x, y, width, height }: Rect, colour: string, dash = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="#ffffff" stroke="${colour}" stroke-width="2"${dash}/>`;

function drawBox(box: Box, rect: Rect): string {
  const kind = boxKind(box.type);
  const colour = kind?.colour ?? '#374151';
  const label = kind?.label ?? box.type;
  const head = box.nameId > 0 ? `${label} (${box.nameId})` : label;
  const words = box.projectName || (box.type === 'MoneySite' ? 'Your site' : 'Project');
  const { x, y, width, height } = rect;
  const headHeight = headHeightOf(kind);
  const middle = x + width / 2;
  return [
    // Premium boxes stand out by their frame too, not by a word alone (3-wizards section 9).
    kind?.isPremium ? frameOf(rect, '#dc2626', ' stroke-dasharray="6 4"') : frameOf(rect, colour),
    `<path d="M${x} ${y + headHeight}v-${headHeight - 8}a8 8 0 0 1 8-8h${width - 16}a8 8 0 0 1 8 8v${headHeight - 8}z" fill="${colour}"/>`,
    `<text x="${middle}" y="${y + headHeight / 2 + 4}" text-anchor="middle" fill="#ffffff" font-size="12" font-weight="600">${wordsOf(head)}</text>`,
    box.type === 'Project'
      ? drawRows(box, rect)
      : `<text x="${middle}" y="${y + headHeight + (height - headHeight) / 2 + 5}" text-anchor="middle" fill="#334155">${wordsOf(words)}</text>`,
  ].join('');
}

/** Modules of a generic project, each by name and colour: filled where it is checked. */
const drawRows = ({ modules }: Box, { x, y, width }: Rect): string =>
  genericModules
    .map((module, at) => {
      const top = y + moduleRows.top + at * moduleRows.pitch;
      const colour = boxKind(module)?.colour ?? '#374151';
      const isChecked = modules.includes(module);
      return [
        `<path d="M${x + 4} ${top}h${width - 8}v${moduleRows.height}h${8 - width}z" fill="${isChecked ? colour : '#ffffff'}" stroke="${colour}"/>`,
        isChecked ? `<path d="M${x + 10} ${top + 10}l3 3 5-7" fill="none" stroke="#ffffff" stroke-width="2"/>` : '',
        `<text x="${x + 28}" y="${top + 14}" fill="${isChecked ? '#ffffff' : '#334155'}" font-size="12">${moduleLabels[module]}</text>`,
      ].join('');
    })
    .join('');

const wordsOf = (text: string) =>
  escapeXml(text.length > longestWords ? `${text.slice(0, longestWords).toWellFormed()}…` : text);
