import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons';
import type { CSSProperties, ReactNode } from 'react';
import type { OnPhone } from '#web/lib/narrow.ts';
import { Clip } from '../clip.tsx';
import type { AnyColumn } from '../columns/use-columns.ts';
import { part } from '../roles.ts';
import type { GridLine, GridRow } from './grid-tree.ts';

/** A column beside the site's name; fast-changing cells subscribe to a LiveStore inside `render`. */
export interface GridColumn<R> extends OnPhone, AnyColumn {
  width: string;
  render: (row: R) => ReactNode;
}

interface GridLineViewProps<R extends GridRow> {
  id: string;
  index: number;
  line: GridLine<R>;
  columns: GridColumn<R>[];
  isActive: boolean;
  isSelectable: boolean;
  /** Selected rows in the group; for a row 1 or 0. */
  nSelected: number;
  style: CSSProperties;
  /** On phones a row is as high as its lines: those without a second one have none. */
  measure: ((row: HTMLElement | null) => void) | undefined;
  onToggle: (isRange: boolean) => void;
  onOpen: (isOpen: boolean) => void;
}

/** One line of a grouped grid. */
export function GridLineView<R extends GridRow>(props: GridLineViewProps<R>) {
  const { line } = props;
  const level = line.kind === 'group' ? line.group.level : line.level;
  const isFull = props.nSelected > 0 && props.nSelected === (line.kind === 'group' ? line.group.count : 1);
  const name = line.kind === 'group' ? line.group.label : line.row.label;
  const className = ['grid-row', `is-${line.kind}`, props.isActive && 'is-active', isFull && 'is-selected'];
  return (
    <div
      id={props.id}
      ref={props.measure}
      {...part('row', {
        'aria-rowindex': props.index + 2,
        'aria-level': level + 1,
        'aria-selected': isFull,
        ...(line.kind === 'group' ? { 'aria-expanded': line.isOpen } : {}),
      })}
      className={className.filter(Boolean).join(' ')}
      style={props.style}
      data-index={props.index}
    >
      <div {...part('gridcell')} className="grid-cell">
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isFull}
          disabled={!props.isSelectable}
          aria-label={`Select ${name}`}
          ref={(box) => {
            if (box) box.indeterminate = props.nSelected > 0 && !isFull;
          }}
          onChange={(event) => props.onToggle((event.nativeEvent as MouseEvent).shiftKey === true)}
        />
      </div>
      <div
        {...part('gridcell')}
        className="grid-cell grid-name"
        style={{ paddingLeft: `calc(12px + ${level} * var(--grid-indent))` }}
      >
        {line.kind === 'group' ? (
          <button
            type="button"
            tabIndex={-1}
            className="grid-fold"
            aria-label={`${line.isOpen ? 'Collapse' : 'Expand'} ${name}`}
            onClick={() => props.onOpen(!line.isOpen)}
          >
            {line.isOpen ? <CaretDownOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
            <span className="ellipsis">{name}</span>
            <span className="quiet">({line.group.count.toLocaleString()})</span>
          </button>
        ) : (
          <Clip text={name} />
        )}
      </div>
      {props.columns.map((column) => (
        <div key={column.key} {...part('gridcell')} className={`grid-cell is-${column.narrow ?? 'wide'}`}>
          {line.kind === 'row' && column.render(line.row)}
        </div>
      ))}
    </div>
  );
}
