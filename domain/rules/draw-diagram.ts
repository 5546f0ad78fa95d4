import { moduleLabels } from '../contract/modules.ts';
import type { Cell, ElementCell, ElementType, LinkCell } from '../contract/strategies.ts';

/** Colours of the box heads by kind of project; dark enough for white text (4.5:1). */
const colours: Record<string, string> = {
  MoneySite: '#1f6f43',
  SocialNetwork: '#1d4ed8',
  WebProfile: '#0e7490',
  Bookmarking: '#9a3412',
  Wiki: '#4d5b6b',
  ArticleDirectory: '#7c3aed',
  ForumProfile: '#a21caf',
  PDF: '#b91c1c',
  PressRelease: '#92400e',
  Private: '#3f6212',
  PrivateBookmark: '#155e75',
  Project: '#374151',
};

/** Words of a box's head: its module's label, premium ones marked. */
function elementLabel(type: ElementType): string {
  const module = type.replace(/Premium$/, '');
  const label = module === 'Project' ? 'Project' : moduleLabels[module as keyof typeof moduleLabels];
  return type.endsWith('Premium') ? `${label} (Premium)` : label;
}

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
const margin = 20;
const headHeight = 34;

/** A picture of a diagram as SVG text: boxes with their heads, links with the arrow at the source end (D-DIAG-02). */
export function drawDiagram(cells: readonly Cell[]): string {
  const boxes = cells.filter((cell): cell is ElementCell => cell.type !== 'Link');
  const links = cells.filter((cell): cell is LinkCell => cell.type === 'Link');
  const left = Math.min(...boxes.map((box) => box.position.x)) - margin;
  const top = Math.min(...boxes.map((box) => box.position.y)) - margin;
  const width = Math.max(...boxes.map((box) => box.position.x + box.size.width)) + margin - left;
  const height = Math.max(...boxes.map((box) => box.position.y + box.size.height)) + margin - top;
  const byId = new Map(boxes.map((box) => [box.id, box]));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" font-family="sans-serif" font-size="14">`,
    '<defs><marker id="tip" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0 10 5 0 10z" fill="#64748b"/></marker></defs>',
    ...links.map((link) => drawLink(byId.get(link.source.id), byId.get(link.target.id))),
    ...boxes.map(drawBox),
    '</svg>',
  ].join('');
}

function drawLink(source: ElementCell | undefined, target: ElementCell | undefined): string {
  if (!source || !target) return '';
  const [from, to] = [bottomOf(source), topOf(target)];
  const middle = (from.y + to.y) / 2;
  return `<path d="M${from.x} ${from.y}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y}" fill="none" stroke="#64748b" stroke-width="2" marker-start="url(#tip)"/>`;
}

const bottomOf = ({ position, size }: ElementCell) => ({ x: position.x + size.width / 2, y: position.y + size.height });
const topOf = ({ position, size }: ElementCell) => ({ x: position.x + size.width / 2, y: position.y });

function drawBox({ type, position: { x, y }, size: { width, height }, custom }: ElementCell): string {
  const colour = colours[type.replace(/Premium$/, '')] ?? '#374151';
  const head = custom ? `${elementLabel(type)} (${custom.nameId})` : elementLabel(type);
  const middle = x + width / 2;
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="#ffffff" stroke="${colour}" stroke-width="2"/>`,
    `<path d="M${x} ${y + headHeight}v-${headHeight - 8}a8 8 0 0 1 8-8h${width - 16}a8 8 0 0 1 8 8v${headHeight - 8}z" fill="${colour}"/>`,
    `<text x="${middle}" y="${y + 22}" text-anchor="middle" fill="#ffffff" font-size="12" font-weight="600">${escapeXml(head)}</text>`,
    `<text x="${middle}" y="${y + headHeight + (height - headHeight) / 2 + 5}" text-anchor="middle" fill="#334155">${escapeXml(custom?.projectName || (custom ? 'Project' : 'Your site'))}</text>`,
  ].join('');
}
