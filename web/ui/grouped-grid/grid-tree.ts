import { compareNatural } from '#web/lib/natural-order.ts';

/** A row of a grouped grid; `groups` are the labels from outer to inner. */
export interface GridRow {
  key: string;
  groups: readonly string[];
  label: string;
  da: number;
  dofollow: boolean;
  /** Stands before the others of its group. */
  leads?: boolean;
}

/** What the filter row asks for. */
export interface GridFilter {
  text: string;
  minDa: number | null;
  dofollow: 'any' | 'yes' | 'no';
}

/** A group with its subgroups or rows. */
export interface GridGroup<R> {
  path: string;
  label: string;
  level: number;
  children: GridGroup<R>[];
  rows: R[];
  /** Rows in it, subgroups included. */
  count: number;
}

/** One line on the screen. */
export type GridLine<R> =
  | { kind: 'group'; group: GridGroup<R>; isOpen: boolean }
  | { kind: 'row'; row: R; level: number };

/** Identity of a line: that of its row, or the path of its group. */
export const lineKey = <R extends GridRow>(line: GridLine<R>): string =>
  line.kind === 'row' ? line.row.key : line.group.path;

/** The rows that the filter lets through, in their order. */
export function filterRows<R extends GridRow>(rows: readonly R[], filter: GridFilter): readonly R[] {
  const text = filter.text.trim().toLowerCase();
  if (text === '' && filter.minDa === null && filter.dofollow === 'any') return rows;
  const wanted = filter.dofollow === 'yes';
  return rows.filter(
    (row) =>
      (filter.minDa === null || row.da >= filter.minDa) &&
      (filter.dofollow === 'any' || row.dofollow === wanted) &&
      (text === '' ||
        row.label.toLowerCase().includes(text) ||
        row.groups.some((label) => label.toLowerCase().includes(text))),
  );
}

/** True for the premium group, which stands first (D-SITE-04). */
export const isPremium = (label: string): boolean => label.toLowerCase().startsWith('premium');
const rank = (label: string) => (isPremium(label) ? 0 : 1);
const compareRows = (a: GridRow, b: GridRow) =>
  Number(b.leads ?? false) - Number(a.leads ?? false) || compareNatural(a.label, b.label);
const compareLabels = (a: string, b: string) => rank(a) - rank(b) || compareNatural(a, b);

/** Groups the rows by their labels; groups sorted with Premium first, rows by name. */
export function buildTree<R extends GridRow>(rows: readonly R[], level = 0, prefix = ''): GridGroup<R>[] {
  const byLabel = new Map<string, R[]>();
  for (const row of rows) {
    const label = row.groups[level] ?? '';
    const list = byLabel.get(label);
    if (list) list.push(row);
    else byLabel.set(label, [row]);
  }
  return [...byLabel]
    .sort(([a], [b]) => compareLabels(a, b))
    .map(([label, own]) => {
      const path = `${prefix}/${label}`;
      const isInner = (own[0]?.groups.length ?? 0) > level + 1;
      return {
        path,
        label,
        level,
        count: own.length,
        children: isInner ? buildTree(own, level + 1, path) : [],
        rows: isInner ? [] : own.toSorted(compareRows),
      };
    });
}

/** Lines in sight order, without what stands in a closed group. */
export function flattenTree<R>(groups: GridGroup<R>[], closed: ReadonlySet<string>): GridLine<R>[] {
  const lines: GridLine<R>[] = [];
  const walk = (group: GridGroup<R>) => {
    const isOpen = !closed.has(group.path);
    lines.push({ kind: 'group', group, isOpen });
    if (!isOpen) return;
    for (const child of group.children) walk(child);
    for (const row of group.rows) lines.push({ kind: 'row', row, level: group.level + 1 });
  };
  for (const group of groups) walk(group);
  return lines;
}

/** Paths of all groups, for closing all. */
export function allPaths<R>(groups: GridGroup<R>[]): string[] {
  return groups.flatMap((group) => [group.path, ...allPaths(group.children)]);
}

/** How many rows of each group are selected, by path. */
export function countSelected<R extends GridRow>(
  groups: GridGroup<R>[],
  selected: ReadonlySet<string>,
): Map<string, number> {
  const counts = new Map<string, number>();
  const walk = (group: GridGroup<R>): number => {
    let sum = 0;
    for (const child of group.children) sum += walk(child);
    for (const row of group.rows) if (selected.has(row.key)) sum += 1;
    counts.set(group.path, sum);
    return sum;
  };
  for (const group of groups) walk(group);
  return counts;
}

/** Keys of all rows of a group. */
export function keysOf<R extends GridRow>(group: GridGroup<R>): string[] {
  return [...group.rows.map((row) => row.key), ...group.children.flatMap(keysOf)];
}

/** The selection with these keys added or taken out; keys outside the filter keep their state. */
export function withKeys(selected: ReadonlySet<string>, keys: Iterable<string>, isAdded: boolean): Set<string> {
  const next = new Set(selected);
  for (const key of keys) {
    if (isAdded) next.add(key);
    else next.delete(key);
  }
  return next;
}
