import { boxKind } from '../catalogue.ts';
import { type AnyCell, diagramBounds } from '../cells.ts';
import { genericSize } from '../edits.ts';
import { clamped, drawingBounds, labelPlaces, markers, pointWithin } from './constants.ts';
import { isPlaced } from './moves.ts';

/**
 * What is drawn of cells. Foreign cells may hold anything: of them only numbers within bounds, plain colours, known words
 * and texts that are set as texts come through, and nothing is drawn by markup of theirs (D-DIAG-09).
 */
export interface ShownRect {
  x: number;
  y: number;
  width: number;
  height: number;
  angle: number;
  z: number;
}
/** A shape that is no box. */
export interface ShownShape extends ShownRect {
  form: 'rect' | 'ellipse' | 'rhombus';
  text: string;
  /** Undefined where the theme decides. */
  fill: string | undefined;
  stroke: string | undefined;
  strokeWidth: number;
  textColour: string | undefined;
  fontFamily: string | undefined;
  fontSize: number;
  fontWeight: number;
  tokens: number | undefined;
  ports: { groups: Record<string, { name: string; startAngle: number }>; items: { id: string; group: string }[] };
}
export type ShownEnd = { id: string; port?: string } | { x: number; y: number };
export interface ShownLink {
  source: ShownEnd;
  target: ShownEnd;
  z: number;
  router: string;
  connector: string;
  vertices: { x: number; y: number }[];
  labels: { text: string; at: number }[];
  stroke: string | undefined;
  width: number;
  dash: string;
  sourceMarker: string;
  targetMarker: string;
}

const most = { ports: 100, vertices: 200, labels: 20, words: 200 };

const objectOf = (value: unknown) =>
  (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Record<string, unknown>;
const listOf = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []);
const wordsOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, most.words).toWellFormed() : '');

/** A plain colour; undefined for all else, addresses above all. */
function colourOf(value: unknown): string | undefined {
  const isColour =
    typeof value === 'string' && /^(#[\da-f]{3,8}|[a-z]{3,20}|(rgb|hsl)a?\([\d\s.,%/-]{1,40}\))$/i.test(value);
  return isColour && !/^(inherit|initial|unset|revert)$/i.test(value) ? value : undefined;
}

/** Where a cell stands; a generic project has room for all its rows, however small it is stored (D-DIAG-03). */
export function rectOf(cell: AnyCell): ShownRect {
  const size = objectOf(cell.size);
  const least = cell.type === 'Project' ? genericSize : { width: 1, height: 1 };
  return {
    ...pointWithin(cell.position),
    width: clamped(size.width, { min: least.width, max: diagramBounds.size }, 150),
    height: clamped(size.height, { min: least.height, max: diagramBounds.size }, Math.max(100, least.height)),
    angle: clamped(cell.angle, { min: -360, max: 360 }, 0),
    z: zOf(cell),
  };
}
const zOf = ({ z }: AnyCell) => clamped(z, { min: -1e6, max: 1e6 }, 0);

/** A general shape as it is drawn. */
export function shapeOf(cell: AnyCell): ShownShape {
  const attrs = objectOf(cell.attrs);
  const [body, label] = [objectOf(attrs.body), objectOf(attrs.label)];
  const weight = Number(label.fontWeight === 'bold' ? 700 : label.fontWeight);
  return {
    ...rectOf(cell),
    form: /ellipse|circle|place/i.test(cell.type)
      ? 'ellipse'
      : /rhombus|diamond|polygon/i.test(cell.type)
        ? 'rhombus'
        : 'rect',
    text: wordsOf(label.text ?? objectOf(attrs.text).text),
    fill: colourOf(body.fill),
    stroke: colourOf(body.stroke),
    strokeWidth: clamped(body.strokeWidth, drawingBounds.outline, 2),
    textColour: colourOf(label.fill),
    fontFamily:
      typeof label.fontFamily === 'string' && /^[\w ,'-]{1,80}$/.test(label.fontFamily) ? label.fontFamily : undefined,
    fontSize: clamped(label.fontSize, drawingBounds.fontSize, 14),
    fontWeight: clamped(weight, { min: 100, max: 900 }, 400),
    tokens: typeof cell.tokens === 'number' ? clamped(cell.tokens, drawingBounds.tokens, 1) : undefined,
    ports: portsOf(cell.ports),
  };
}

const portPlaces = ['left', 'right', 'top', 'bottom', 'ellipse', 'ellipseSpread'];

function portsOf(value: unknown): ShownShape['ports'] {
  const { groups, items } = objectOf(value);
  const shown: ShownShape['ports']['groups'] = {};
  for (const [name, group] of Object.entries(objectOf(groups)).slice(0, most.ports)) {
    const { position } = objectOf(group);
    const place = typeof position === 'string' ? position : objectOf(position).name;
    const startAngle = clamped(objectOf(objectOf(position).args).startAngle, drawingBounds.portAngle, 0);
    if (/^\w{1,50}$/.test(name))
      shown[name] = { name: portPlaces.find((known) => known === place) ?? 'left', startAngle };
  }
  const ports = listOf(items)
    .slice(0, most.ports)
    .flatMap((item) => {
      const { id, group } = objectOf(item);
      const isKnown =
        typeof id === 'string' && id.length <= 200 && typeof group === 'string' && Object.hasOwn(shown, group);
      return isKnown ? { id, group } : [];
    });
  return { groups: shown, items: [...new Map(ports.map((port) => [port.id, port])).values()] };
}

const isLabelPlace = (value: unknown): value is (typeof labelPlaces)[number] =>
  labelPlaces.some((place) => place === value);
const placeOfLabel = { source: 0.15, middle: 0.5, target: 0.85 } as const;
/** How far along its line a label stands, as a share. */
function shareOf(position: unknown): number {
  if (isLabelPlace(position)) return placeOfLabel[position];
  const distance = typeof position === 'number' ? position : objectOf(position).distance;
  return clamped(distance, { min: 0, max: 1 }, 0.5);
}

function endOf(end: unknown, shapes: ReadonlyMap<string, ShownShape | null>): ShownEnd | null {
  const { id, port, x, y } = objectOf(end);
  if (typeof id === 'string') {
    const shape = shapes.get(id);
    if (shape === undefined) return null;
    const hasPort = shape?.ports.items.some((one) => one.id === port);
    return hasPort ? { id, port: port as string } : { id };
  }
  return typeof x === 'number' && typeof y === 'number' ? pointWithin({ x, y }) : null;
}

/** How routers and connectors are drawn, those of other programs as the nearest of ours. */
const routersOf = new Map<unknown, string>([
  ['oneSide', 'oneSide'],
  ...['orthogonal', 'manhattan', 'metro', 'rightAngle'].map((name) => [name, 'orthogonal'] as const),
]);
const connectorsOf = new Map<unknown, string>([
  ['rounded', 'rounded'],
  ['smooth', 'smooth'],
  ['curve', 'smooth'],
  ['jumpover', 'jumpover'],
]);

/** What a label of a link says; other programs write it among its attributes. */
export function labelText(label: unknown): unknown {
  const { text, attrs } = objectOf(label);
  return text ?? objectOf(objectOf(attrs).text).text;
}

/** A link as it is drawn; null for one whose ends are not there. `shapes`: what stands, null for boxes. */
export function linkOf(cell: AnyCell, shapes: ReadonlyMap<string, ShownShape | null>): ShownLink | null {
  const [source, target] = [endOf(cell.source, shapes), endOf(cell.target, shapes)];
  if (!source || !target) return null;
  const line = objectOf(objectOf(cell.attrs).line);
  const nameOf = (value: unknown) => (typeof value === 'string' ? value : objectOf(value).name);
  const markerOf = (value: unknown, fallback: string) =>
    markers.find((known) => known === value) ?? (typeof value === 'object' && value !== null ? 'medium' : fallback);
  const isOurs = cell.type === 'Link';
  return {
    source,
    target,
    z: zOf(cell),
    router: routersOf.get(nameOf(cell.router)) ?? 'normal',
    connector: connectorsOf.get(nameOf(cell.connector)) ?? 'normal',
    vertices: listOf(cell.vertices).slice(0, most.vertices).map(pointWithin),
    labels: listOf(cell.labels)
      .slice(0, most.labels)
      .map((label) => {
        const { position } = objectOf(label);
        return { text: wordsOf(labelText(label)), at: shareOf(position) };
      })
      .filter(({ text }) => text !== ''),
    stroke: colourOf(line.stroke),
    width: clamped(line.strokeWidth, { min: 1, max: 30 }, 2),
    dash:
      typeof line.strokeDasharray === 'string' && /^[\d ,.]{1,40}$/.test(line.strokeDasharray)
        ? line.strokeDasharray
        : '',
    sourceMarker: markerOf(line.sourceMarker, isOurs ? 'medium' : 'none'),
    targetMarker: markerOf(line.targetMarker, isOurs ? 'none' : 'medium'),
  };
}

/** What stands of a diagram by id: shapes, and null for boxes. */
export function standing(cells: readonly AnyCell[]): Map<string, ShownShape | null> {
  return new Map(
    cells.flatMap((cell) => (isPlaced(cell) ? [[cell.id, boxKind(cell.type) ? null : shapeOf(cell)]] : [])),
  );
}
