import { dia } from '@joint/core';
import { moduleLabels } from '#domain/contract/modules.ts';
import { boxKind, genericModules, headHeightOf, moduleRows } from '#domain/rules/diagrams/catalogue.ts';
import type { AnyCell, Box } from '#domain/rules/diagrams/cells.ts';
import { rectOf, type ShownLink, type ShownShape } from '#domain/rules/diagrams/drawing/shown.ts';
import type { DiagramTheme } from '#domain/rules/diagrams/drawing/themes.ts';

/** Colours stand in the theme of the diagram, words in its cells: what is drawn is made of these alone. */
const plainFont = 'Roboto Condensed, Noto Sans, sans-serif';
const longestWords = 24;
const cut = (text: string, longest = longestWords) =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;

const text = (selector: string): dia.MarkupNodeJSON => ({ tagName: 'text', selector });

class BoxShape extends dia.Element {
  override preinitialize() {
    this.markup = [
      { tagName: 'rect', selector: 'body' },
      { tagName: 'path', selector: 'head' },
      text('title'),
      text('words'),
    ];
  }
}
class ProjectShape extends dia.Element {
  override preinitialize() {
    this.markup = [
      { tagName: 'rect', selector: 'body' },
      { tagName: 'path', selector: 'head' },
      text('title'),
      ...genericModules.flatMap(
        (module): dia.MarkupJSON => [
          { tagName: 'rect', selector: `back${module}` },
          { tagName: 'path', selector: `tick${module}` },
          text(`name${module}`),
          // Takes the click of its whole row.
          { tagName: 'rect', selector: `row${module}`, attributes: { 'data-module': module } },
        ],
      ),
    ];
  }
}
class GeneralShape extends dia.Element {
  override preinitialize() {
    this.markup = [{ tagName: 'path', selector: 'body' }, text('label'), text('tokens')];
  }
}
class LinkShape extends dia.Link {
  override preinitialize() {
    this.markup = [
      { tagName: 'path', selector: 'wrapper', attributes: { fill: 'none', cursor: 'pointer', stroke: 'transparent' } },
      { tagName: 'path', selector: 'line', attributes: { fill: 'none', 'pointer-events': 'none' } },
    ];
  }
}
/** Kinds of cells that are drawn; those of the diagram are never handed to the drawing library. */
export const drawnKinds = { lw: { Box: BoxShape, Project: ProjectShape, Shape: GeneralShape, Link: LinkShape } };

const head = (width: number, height: number, radius: number) =>
  `M0 ${height}v${radius - height}a${radius} ${radius} 0 0 1 ${radius} ${-radius}h${width - 2 * radius}a${radius} ${radius} 0 0 1 ${radius} ${radius}v${height - radius}z`;

/** A box as it is drawn: head of 30 for premium, 20 for standard (3-wizards section 9). */
export function boxJson(cell: AnyCell, box: Box, theme: DiagramTheme): dia.Cell.JSON {
  const { x, y, width, height, z } = rectOf(cell);
  const kind = boxKind(box.type);
  const colour = kind?.colour ?? theme.line;
  const headHeight = headHeightOf(kind);
  const label = (kind?.label ?? box.type).replace(' (Premium)', '');
  const isGeneric = box.type === 'Project';
  const words = box.projectName || (box.type === 'MoneySite' ? 'Your site' : '');
  return {
    id: cell.id,
    type: isGeneric ? 'lw.Project' : 'lw.Box',
    position: { x, y },
    size: { width, height },
    z,
    attrs: {
      body: {
        width,
        height,
        rx: theme.radius,
        fill: theme.body,
        stroke: kind?.isPremium ? theme.premium : colour,
        strokeWidth: 2,
        strokeDasharray: kind?.isPremium ? '6 4' : 'none',
      },
      head: { d: head(width, headHeight, Math.min(theme.radius, headHeight)), fill: colour },
      title: {
        text:
          cut(box.nameId > 0 ? `${label} (${box.nameId})` : label, 26) +
          (isGeneric && words ? ` ${cut(words, 10)}` : ''),
        x: width / 2,
        y: headHeight / 2,
        textAnchor: 'middle',
        textVerticalAnchor: 'middle',
        fill: theme.headWords,
        fontSize: 12,
        fontWeight: 700,
        fontFamily: plainFont,
      },
      ...(isGeneric
        ? rowsOf(box, width, theme)
        : { words: wordsAttrs(words, box.profileName, { width, height, headHeight }, theme) }),
    },
  };
}

const wordsAttrs = (
  name: string,
  store: string,
  { width, height, headHeight }: { width: number; height: number; headHeight: number },
  theme: DiagramTheme,
) => ({
  text: [cut(name), cut(store)].filter(Boolean).join('\n'),
  x: width / 2,
  y: headHeight + (height - headHeight) / 2,
  textAnchor: 'middle',
  textVerticalAnchor: 'middle',
  fill: theme.words,
  fontSize: 13,
  fontFamily: plainFont,
});

const tick = 'm2 6 3 3 5-7';
/** A module is filled with its colour where it is checked, and framed by it where not. */
function rowsOf({ modules }: Box, width: number, theme: DiagramTheme) {
  const rows = genericModules.map((module, at) => {
    const y = moduleRows.top + at * moduleRows.pitch;
    const row = { x: 4, y, width: width - 8, height: moduleRows.height };
    const isChecked = modules.includes(module);
    const colour = boxKind(module)?.colour ?? theme.line;
    const words = isChecked ? theme.headWords : theme.words;
    const square = `M9 ${y + 4}h12v12h-12z`;
    return {
      [`back${module}`]: { ...row, fill: isChecked ? colour : theme.body, stroke: colour, strokeWidth: 1 },
      [`tick${module}`]: { d: `${square}${isChecked ? tick : ''}`, fill: 'none', stroke: words, strokeWidth: 1.5 },
      [`name${module}`]: {
        text: moduleLabels[module],
        x: 28,
        y: y + 10,
        textVerticalAnchor: 'middle',
        fill: words,
        fontSize: 12,
        fontFamily: plainFont,
      },
      [`row${module}`]: { ...row, fill: 'transparent', cursor: 'pointer' },
    };
  });
  return Object.assign({}, ...rows) as dia.Cell.Selectors;
}

const outlines = {
  rect: (w: number, h: number) => `M0 0h${w}v${h}h${-w}z`,
  ellipse: (w: number, h: number) => `M0 ${h / 2}a${w / 2} ${h / 2} 0 1 0 ${w} 0a${w / 2} ${h / 2} 0 1 0 ${-w} 0z`,
  rhombus: (w: number, h: number) => `M${w / 2} 0L${w} ${h / 2} ${w / 2} ${h} 0 ${h / 2}z`,
};

/** A general shape as it is drawn. */
export function shapeJson(id: string, shape: ShownShape, theme: DiagramTheme): dia.Cell.JSON {
  const { x, y, width, height, angle, z, form, ports } = shape;
  const circle = { tagName: 'circle', selector: 'dot', attributes: { r: 4, fill: theme.sheet, stroke: theme.line } };
  const groups = Object.fromEntries(
    Object.entries(ports.groups).map(([name, place]) => [
      name,
      { position: { name: place.name, args: { startAngle: place.startAngle } }, markup: [circle] },
    ]),
  );
  const font = { fontFamily: shape.fontFamily ?? plainFont, fill: shape.textColour ?? theme.words };
  const middle = { x: width / 2, y: height / 2, textAnchor: 'middle', textVerticalAnchor: 'middle' };
  return {
    id,
    type: 'lw.Shape',
    position: { x, y },
    size: { width, height },
    angle,
    z,
    ports: { groups, items: ports.items },
    attrs: {
      body: {
        d: outlines[form](width, height),
        fill: shape.fill ?? theme.body,
        stroke: shape.stroke ?? theme.line,
        strokeWidth: shape.strokeWidth,
      },
      label: { ...middle, ...font, text: shape.text, fontSize: shape.fontSize, fontWeight: shape.fontWeight },
      tokens: {
        ...middle,
        ...font,
        y: height - 10,
        text: shape.tokens === undefined ? '' : `● ${shape.tokens}`,
        fontSize: 11,
      },
    },
  };
}

const markerSize: Record<string, number> = { small: 4, medium: 6, large: 9 };
const markerOf = (name: string) => {
  const size = markerSize[name];
  return size === undefined ? null : { type: 'path', d: `M ${size * 2} ${-size} 0 0 ${size * 2} ${size} z` };
};

/** A link as it is drawn. */
export function linkJson(id: string, link: ShownLink, theme: DiagramTheme): dia.Cell.JSON {
  return {
    id,
    type: 'lw.Link',
    source: link.source,
    target: link.target,
    z: link.z,
    router: { name: link.router },
    connector: { name: link.connector },
    vertices: link.vertices,
    labels: link.labels.map(({ text: words, at }) => ({
      position: at,
      markup: [{ tagName: 'rect', selector: 'back' }, text('text')],
      attrs: {
        text: {
          text: cut(words, 40),
          fill: theme.lineWords,
          fontSize: 12,
          fontFamily: plainFont,
          textAnchor: 'middle',
          textVerticalAnchor: 'middle',
        },
        back: {
          ref: 'text',
          fill: theme.sheet,
          x: 'calc(x - 3)',
          y: 'calc(y - 2)',
          width: 'calc(w + 6)',
          height: 'calc(h + 4)',
        },
      },
    })),
    attrs: {
      wrapper: { connection: true, strokeWidth: 14 },
      line: {
        connection: true,
        stroke: link.stroke ?? theme.line,
        strokeWidth: link.width,
        strokeDasharray: link.dash || 'none',
        sourceMarker: markerOf(link.sourceMarker),
        targetMarker: markerOf(link.targetMarker),
      },
    },
  };
}
