import { ControlOutlined } from '@ant-design/icons';
import { type KeyboardEvent, useRef } from 'react';
import './columns.css';
import type { AnyColumn, Columns } from './use-columns.ts';

/** Which columns of a list are shown: a small menu at the end of its head. The browser's own parts: it is on every list. */
export function ColumnMenu<C extends AnyColumn>({ label, columns }: { label: string; columns: Columns<C> }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute('open');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    close();
    menu.current?.querySelector('summary')?.focus();
  };
  return (
    <details
      ref={menu}
      className="column-menu"
      onKeyDown={onKeyDown}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
    >
      <summary aria-label={`Columns of ${label}`} title="Columns">
        <ControlOutlined aria-hidden />
      </summary>
      <fieldset>
        <legend>Columns</legend>
        {columns.all.map((column) => (
          <label key={column.key}>
            <input
              type="checkbox"
              checked={!columns.isHidden(column)}
              disabled={column.stays}
              onChange={(event) => columns.hide(column, !event.target.checked)}
            />
            {column.title}
          </label>
        ))}
        <button type="button" disabled={!columns.isChanged} onClick={columns.reset}>
          As at first
        </button>
      </fieldset>
    </details>
  );
}
