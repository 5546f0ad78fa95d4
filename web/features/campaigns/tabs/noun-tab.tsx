import { CopyOutlined, DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { askToDo, tellGone } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { usePicked } from '#web/ui/delete-picked.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { ListColumn } from '#web/ui/list-column.ts';
import { ListTable } from '#web/ui/list-table.tsx';
import { NameDialog } from '#web/ui/name-dialog.tsx';
import { NoneFits } from '#web/ui/none-fits.tsx';
import type { NounActions } from '../campaign/queries.ts';
import { texts } from '../campaign/texts.ts';

interface Named {
  id: number;
  name: string;
}

interface NounTexts {
  renamed: string;
  renameFailed: string;
  deleted: string;
  deleteFailed: string;
  one: string;
}

interface NounTabProps<T extends Named> {
  /** Names the list, as of 'projects'. */
  list: string;
  rows: readonly T[];
  /** Those that the filter leaves; all without one. */
  shown?: readonly T[];
  /** Search and filters, and how they are cleared. */
  filter?: ReactNode;
  onClear?: () => void;
  columns: ListColumn<T>[];
  actions: NounActions;
  texts: NounTexts;
  renameTitle: string;
  nameSchema: z.ZodType<string>;
  emptyTitle: string;
  emptyText: string;
  onAdd: () => void;
  onDuplicate?: (row: T) => void;
  /** What is lost beside them, said before they are deleted. */
  lossOf?: (rows: readonly T[]) => string;
  /** Buttons after Add and Delete; gets the selected ids. */
  extra: (selected: number[]) => ReactNode;
  children?: ReactNode;
}

/** A tab of the campaign page: table, add, rename, delete selected. */
export function NounTab<T extends Named>(props: NounTabProps<T>) {
  const [renamed, setRenamed] = useState<T | null>(null);
  const [selected, setPicked] = usePicked(props.rows);
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={props.onAdd}>
      Add
    </Button>
  );
  const askDelete = () =>
    askToDo(
      {
        title: `Delete ${countOf(selected.length, props.texts.one)}?`,
        content: texts.deleteHint + (props.lossOf?.(props.rows.filter((row) => selected.includes(row.id))) ?? ''),
        okText: `Delete ${selected.length}`,
        danger: true,
      },
      async () => tellGone(props.texts.deleted, selected.length, await props.actions.remove(selected)),
      { failed: props.texts.deleteFailed },
    );
  return (
    <>
      <div className="toolbar">
        <ActionBar main={add}>
          <Button icon={<DeleteOutlined aria-hidden />} disabled={selected.length === 0} onClick={askDelete}>
            Delete
          </Button>
          {props.extra(selected)}
        </ActionBar>
        {selected.length > 0 && <span className="quiet">{selected.length} selected</span>}
        {props.filter && <span className="push toolbar-group">{props.filter}</span>}
      </div>
      <ListTable<T>
        list={props.list}
        rows={props.shown ?? props.rows}
        columns={[...props.columns, actionColumn(setRenamed, props.onDuplicate)]}
        selected={selected}
        onSelect={setPicked}
        empty={
          props.rows.length > 0 ? (
            <NoneFits title={`No ${props.texts.one} fits the filter`} onClear={() => props.onClear?.()} />
          ) : (
            <EmptyState title={props.emptyTitle} action={add}>
              {props.emptyText}
            </EmptyState>
          )
        }
      />
      <NameDialog
        open={renamed !== null}
        title={props.renameTitle}
        initialName={renamed?.name ?? ''}
        schema={props.nameSchema}
        done={props.texts.renamed}
        failed={props.texts.renameFailed}
        onSubmit={(name) => props.actions.rename(renamed?.id ?? 0, name)}
        onClose={() => setRenamed(null)}
      />
      {props.children}
    </>
  );
}

function actionColumn<T extends Named>(onRename: (row: T) => void, onDuplicate: ((row: T) => void) | undefined) {
  return {
    title: 'Action',
    key: 'action',
    width: 96,
    stays: true,
    render: (row: T) => (
      <>
        <IconButton label={`Rename ${row.name}`} icon={<EditOutlined aria-hidden />} onClick={() => onRename(row)} />
        {onDuplicate && (
          <IconButton
            label={`Duplicate ${row.name}`}
            icon={<CopyOutlined aria-hidden />}
            onClick={() => onDuplicate(row)}
          />
        )}
      </>
    ),
  };
}
