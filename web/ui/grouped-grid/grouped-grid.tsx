import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { arrange, useIsNarrow } from '#web/lib/narrow.ts';
import { ColumnMenu } from '../columns/column-menu.tsx';
import { ColumnTitle } from '../columns/column-title.tsx';
import { ResizeHandle } from '../columns/resize-handle.tsx';
import { useColumns } from '../columns/use-columns.ts';
import { partBetween, useRange } from '../use-range.ts';
import { GridFilterBar } from './grid-filter-bar.tsx';
import { type GridColumn, GridLineView } from './grid-line-view.tsx';
import {
  allPaths,
  buildTree,
  countSelected,
  filterRows,
  flattenTree,
  type GridLine,
  type GridRow,
  keysOf,
  lineKey,
  withKeys,
} from './grid-tree.ts';
import { isNarrowed, noFilter, useGridFilter, useJump } from './use-grid-filter.ts';
import { useGridKeys } from './use-grid-keys.ts';
import './grouped-grid.css';
import { NoneFits } from '../none-fits.tsx';
import { part } from '../roles.ts';

interface GroupedGridProps<R extends GridRow> {
  label: string;
  /** What a row is; 'site' unless told. */
  noun?: string;
  /** Head of the first column. */
  rowTitle?: string;
  rows: readonly R[];
  columns: GridColumn<R>[];
  selected: ReadonlySet<string>;
  /** Left out while marks cannot be changed. */
  onSelect?: ((next: ReadonlySet<string>) => void) | undefined;
  /** Leaves only rows that it holds for; a new function when its answers changed. */
  accepts?: ((row: R) => boolean) | undefined;
  /** Makes the next row active that it holds for, each time it is another object. */
  jump?: { holds: (row: R) => boolean } | null;
  /** False where rows have no DA and no dofollow to filter by. */
  hasRank?: boolean;
  /** Beside the search: what narrows the rows too, and how that is taken away. */
  filters?: ReactNode;
  onClear?: () => void;
  /** How the numbers read; "3 of 12 selected" unless told. */
  counts?: (nSelected: number, nTotal: number) => string;
  empty: ReactNode;
}

const rowHeight = 32;
const ofAll = (nSelected: number, nTotal: number) =>
  `${nSelected.toLocaleString()} of ${nTotal.toLocaleString()} selected`;

/** Sites in groups, 50,000 and more: only the lines in sight are drawn. */
export function GroupedGrid<R extends GridRow>({ rows, selected, onSelect, ...props }: GroupedGridProps<R>) {
  const { noun = 'site', hasRank = true, counts: counted = ofAll } = props;
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useGridFilter(hasRank);
  const { accepts } = props;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  // Not deferred: a bulk mark must act on exactly what is shown (frontend.md pitfall 4).
  const shown = useMemo(() => {
    const found = filterRows(rows, filter);
    return accepts ? found.filter(accepts) : found;
  }, [rows, filter, accepts]);
  const tree = useMemo(() => buildTree(shown), [shown]);
  const lines = useMemo(() => flattenTree(tree, closed), [tree, closed]);
  const counts = useMemo(() => countSelected(tree, selected), [tree, selected]);
  const nShownSelected = tree.reduce((sum, group) => sum + (counts.get(group.path) ?? 0), 0);
  const isAll = shown.length > 0 && nShownSelected === shown.length;

  const isNarrow = useIsNarrow();
  const { columns: all } = props;
  const columns = useColumns(props.label.toLowerCase(), all);
  const { shown: drawn, widths, height } = arrange(isNarrow ? all : columns.shown, isNarrow, rowHeight);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 16,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a window that becomes a phone's, or the other way round
  useEffect(() => virtual.measure(), [height]);
  const setOpen = (path: string, isOpen: boolean) => setClosed(withKeys(closed, [path], !isOpen));
  const keysAt = (line: GridLine<R>) => (line.kind === 'row' ? [line.row.key] : keysOf(line.group));
  const range = useRange<string>('', (from, to, isOn) => {
    const between = partBetween(
      lines,
      (line) => lineKey(line) === from,
      (line) => lineKey(line) === to,
    );
    const taken = between.filter((line) => line.kind === 'row' || between.length === 1);
    onSelect?.(withKeys(selected, taken.flatMap(keysAt), isOn));
  });
  const isFull = (line: GridLine<R>) =>
    line.kind === 'row' ? selected.has(line.row.key) : counts.get(line.group.path) === line.group.count;
  const toggleLine = (index: number, isRange: boolean) => {
    const line = lines[index];
    if (line) range.take(lineKey(line), isRange || !isFull(line), isRange);
  };
  const keys = useGridKeys({ lines, rowHeight: height, virtual, scroller, setOpen, toggleLine });
  useJump(props.jump, lines, keys);
  const name = isNarrow ? 'minmax(0, 1fr)' : 'minmax(220px, 1fr)';
  const template = {
    gridTemplateColumns: isNarrow
      ? `40px ${name} ${widths.join(' ')}`
      : `40px ${name} ${drawn.map((column, n) => columns.widthOf(column)?.toString().concat('px') ?? widths[n]).join(' ')}`,
  };
  const clear = () => {
    setFilter(noFilter);
    props.onClear?.();
  };
  const lineId = (index: number) => `${gridId}-${index}`;

  return (
    <>
      <GridFilterBar
        filter={filter}
        onFilter={setFilter}
        noun={noun}
        hasRank={hasRank}
        onClear={isNarrowed(filter) || (accepts && props.onClear) ? clear : undefined}
        onCollapse={() => setClosed(new Set(allPaths(tree)))}
        onExpand={() => setClosed(new Set())}
        filters={props.filters}
      >
        <span className="grid-counts push" role="status">
          {counted(selected.size, rows.length)}
          {shown.length !== rows.length && ` (${shown.length.toLocaleString()} shown)`}
        </span>
      </GridFilterBar>
      <div className="has-columns">
        <ColumnMenu label={props.label} columns={columns} />
        <div
          ref={scroller}
          className="grid-scroller"
          {...part('treegrid', {
            'aria-label': props.label,
            'aria-rowcount': lines.length + 1,
            'aria-multiselectable': 'true',
            'aria-activedescendant': keys.active >= 0 && lines.length > 0 ? lineId(keys.active) : undefined,
          })}
          {...keys.handlers}
        >
          <div {...part('rowgroup')} className="grid-head-group">
            <div {...part('row', { 'aria-rowindex': 1 })} className="grid-row grid-head" style={template}>
              <div {...part('columnheader')} className="grid-cell">
                <input
                  type="checkbox"
                  aria-label={`Select all shown ${noun}s`}
                  checked={isAll}
                  disabled={!onSelect || shown.length === 0}
                  ref={(box) => {
                    if (box) box.indeterminate = nShownSelected > 0 && !isAll;
                  }}
                  onChange={() =>
                    onSelect?.(
                      withKeys(
                        selected,
                        shown.map((row) => row.key),
                        !isAll,
                      ),
                    )
                  }
                />
              </div>
              <div {...part('columnheader')} className="grid-cell">
                {props.rowTitle ?? 'Site'}
              </div>
              {drawn.map((column) => (
                <div key={column.key} {...part('columnheader')} className={`grid-cell is-${column.narrow ?? 'wide'}`}>
                  <ColumnTitle column={column} />
                  <ResizeHandle column={column} columns={columns} />
                </div>
              ))}
            </div>
          </div>
          {lines.length > 0 && (
            <div {...part('rowgroup')} className="grid-body" style={{ height: virtual.getTotalSize() }}>
              {virtual.getVirtualItems().map((item) => {
                const line = lines[item.index] as GridLine<R>;
                return (
                  <GridLineView
                    key={line.kind === 'row' ? line.row.key : line.group.path}
                    id={lineId(item.index)}
                    index={item.index}
                    line={line}
                    columns={drawn}
                    isActive={keys.isFocused && item.index === keys.active}
                    isSelectable={onSelect !== undefined}
                    nSelected={
                      line.kind === 'group' ? (counts.get(line.group.path) ?? 0) : Number(selected.has(line.row.key))
                    }
                    style={{
                      ...template,
                      ...(isNarrow ? { height: 'auto', minHeight: rowHeight } : { height }),
                      transform: `translateY(${item.start}px)`,
                    }}
                    measure={isNarrow ? virtual.measureElement : undefined}
                    onToggle={(isRange) => toggleLine(item.index, isRange)}
                    onOpen={(isOpen) => line.kind === 'group' && setOpen(line.group.path, isOpen)}
                  />
                );
              })}
            </div>
          )}
        </div>
      </div>
      {lines.length === 0 && (
        <div className="grid-empty">
          {rows.length === 0 ? props.empty : <NoneFits title={`No ${noun} fits the filter`} onClear={clear} />}
        </div>
      )}
    </>
  );
}
