import type { AnyCell } from '../cells.ts';
import { addBox, addLink, newDiagram } from '../edits.ts';

const boxes = [
  ['sample-blogs', 'SocialNetworkPremium', 220, 240, 'money-site'],
  ['sample-articles', 'ArticleDirectory', 620, 240, 'money-site'],
  ['sample-wiki', 'Wiki', 60, 440, 'sample-blogs'],
  ['sample-bookmarks', 'Bookmarking', 320, 440, 'sample-blogs'],
  ['sample-many', 'Project', 620, 440, 'sample-articles'],
] as const;

const note = (id: string, form: string, x: number, y: number, text: string): AnyCell => ({
  id,
  type: `standard.${form}`,
  position: { x, y },
  size: { width: 150, height: 60 },
  z: 100,
  attrs: {
    body: { fill: '#fef3c7', stroke: '#92400e', strokeWidth: 1 },
    label: { text, fill: '#451a03', fontSize: 12 },
  },
});

/** The sample flowchart: shown by the help, and inserted on demand; it is no strategy of its own (D-DIAG-07). */
export const sampleCells: readonly AnyCell[] = [
  ...boxes.reduce<AnyCell[]>((cells, [id, type, x, y, parent]) => {
    const added = addBox(cells, { id, type, position: { x, y } });
    const linked = addLink('cells' in added ? added.cells : cells, { id: `${parent}>${id}`, parent, child: id });
    return 'cells' in linked ? linked.cells : cells;
  }, newDiagram()),
  note('sample-note-1', 'Ellipse', 60, 60, 'Your site'),
  note('sample-note-2', 'Rectangle', 20, 260, 'Tier 1 links to it'),
  note('sample-note-3', 'Rectangle', 60, 580, 'Tier 2 links to tier 1'),
];

/** Whether a diagram holds the Money Site alone: into it the sample may be inserted. */
export const isEmptyDiagram = (cells: readonly AnyCell[]): boolean =>
  cells.length === 1 && cells[0]?.type === 'MoneySite';

/** The sample in place of what an empty diagram holds, with the Money Site that stands there. */
export function insertSample(cells: readonly AnyCell[]): AnyCell[] {
  const [root] = cells;
  if (!root || !isEmptyDiagram(cells)) return [...cells];
  const renamed = (end: unknown) => ((end as { id?: string } | undefined)?.id === 'money-site' ? { id: root.id } : end);
  return sampleCells.map((cell) => {
    if (cell.type === 'MoneySite') return { ...cell, ...root, position: cell.position };
    return cell.source === undefined ? cell : { ...cell, source: renamed(cell.source) };
  });
}
