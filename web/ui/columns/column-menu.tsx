import { ControlOutlined } from '@ant-design/icons';
import { PopMenu } from '../pop-menu.tsx';
import './columns.css';
import type { AnyColumn, Columns } from './use-columns.ts';

/** Which columns of a list are shown: a small menu at the end of its head. */
export function ColumnMenu<C extends AnyColumn>({ label, columns }: { label: string; columns: Columns<C> }) {
  return (
    <PopMenu
      className="column-menu"
      face={<ControlOutlined aria-hidden />}
      label={`Columns of ${label}`}
      title="Columns"
    >
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
    </PopMenu>
  );
}
