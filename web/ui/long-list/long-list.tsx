import { DeleteOutlined, FormOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { askToDo, tellGone } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { ActionBar } from '../action-bar.tsx';
import { EmptyState } from '../empty-state.tsx';
import { FileButton } from '../file-button.tsx';
import { DropZone } from '../import/drop-zone.tsx';
import { ImportDialog } from '../import/import-dialog.tsx';
import { PasteDialog, type PasteTexts } from '../import/paste-dialog.tsx';
import type { ImportKind } from '../import/use-import.ts';
import { NoneFits } from '../none-fits.tsx';
import { SearchBox } from '../search-box.tsx';
import { JumpField } from './jump-field.tsx';
import { type KeyedColumn, KeyedTable } from './keyed-table.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { ListView, LongListData } from './use-long-list.ts';
import { type Selected, useSelection } from './use-selection.ts';

/** The words of a long list. */
export interface LongListTexts {
  /** 'Accounts' */
  label: string;
  deleteHint: (count: number) => string;
  deleted: string;
  deleteFailed: string;
  /** Shown where the search or a filter hides every row. */
  noneFits: string;
  /** Shown where there is no row at all. */
  none: string;
  noneHint: string;
}

interface LongListProps<Row> {
  list: LongListData<Row>;
  /** What the rows belong to. */
  id: number;
  /** Rows of the whole list. */
  total: number;
  keyOf: (row: Row) => string | number;
  nameOf: (row: Row) => string;
  columns: KeyedColumn<Row>[];
  view: ListView;
  onView: (change: Partial<ListView>) => void;
  /** Search and filter as one text, '' when all rows are shown. */
  filter: string;
  /** Beside the search: what narrows the list too. */
  filters?: ReactNode;
  /** Takes search and filters away. */
  onClear: () => void;
  /** Orders by a text, where letters lead somewhere. */
  textSorts: readonly string[];
  importKind: ImportKind;
  /** Where lines can be pasted too. */
  paste?: PasteTexts;
  texts: LongListTexts;
  /** Adds a row: first in the toolbar, and offered where there is none. */
  add: ReactNode;
  /** Between add and import. */
  moreAdds?: ReactNode;
  exports: ReactNode;
  /** Beside Delete: what else can be done to the selected rows. */
  bulk?: (selection: Selected<Row>) => ReactNode;
  /** Above the toolbar; knows the selected rows that are loaded. */
  head?: (chosen: readonly Row[]) => ReactNode;
  /** Dialogs. */
  children: ReactNode;
}

/** A long list with its toolbar: add, import, export, delete, search, and the selection of some or all rows. */
export function LongList<Row>(props: LongListProps<Row>) {
  const { list, id, total, keyOf, view, onView, filter, importKind, texts, add } = props;
  const { noun } = importKind;
  const [file, setFile] = useState<File | null>(null);
  const [isPasting, setIsPasting] = useState(false);
  const selection = useSelection({
    rows: list.rows,
    keyOf,
    view: filter,
    countAll: list.countAll,
    isGone: list.isGone,
  });
  const isNone = list.rows.length === 0 && filter === '';
  return (
    <>
      <DropZone hint={`Drop a file of ${noun} here`} onFile={setFile}>
        {props.head?.(selection.chosen)}
        <div className="toolbar">
          <ActionBar main={add}>
            {props.moreAdds}
            <FileButton text="Import" accept=".csv,.txt" onFiles={async ([chosen]) => setFile(chosen ?? null)} />
            {props.paste && (
              <Button icon={<FormOutlined aria-hidden />} onClick={() => setIsPasting(true)}>
                Paste Lines
              </Button>
            )}
            {props.exports}
            {props.bulk?.(selection)}
            <DeleteButton list={list} selection={selection} texts={texts} importKind={importKind} />
          </ActionBar>
        </div>
        {!isNone && (
          <div className="toolbar">
            <SearchBox
              width={200}
              label={`Search ${noun}`}
              initial={view.search}
              onSearch={(search) => onView({ search })}
            />
            {props.filters}
            {filter !== '' && (
              <span className="quiet" role="status">
                {list.nFit === null ? '…' : list.nFit.toLocaleString()} of {countOf(total, importKind.one, noun)}
              </span>
            )}
            <span className="push">
              <JumpField
                byText={props.textSorts.includes(view.sort)}
                total={filter === '' ? total : list.nFit}
                missed={list.more.missed}
                onJump={list.more.jump}
              />
            </span>
          </div>
        )}
        <SelectionBar selection={selection} noun={noun} total={filter === '' ? total : null} />
        <KeyedTable<Row>
          label={texts.label}
          rows={list.rows}
          keyOf={keyOf}
          nameOf={props.nameOf}
          columns={props.columns}
          isSelected={selection.has}
          onPick={selection.pick}
          between={list.between}
          sort={view}
          onSort={onView}
          isLoading={list.isLoading}
          more={list.more}
          empty={<NoRows isFiltered={filter !== ''} texts={texts} add={add} onClear={props.onClear} />}
        />
        {props.children}
      </DropZone>
      {props.paste && (
        <PasteDialog {...props.paste} open={isPasting} onFile={setFile} onClose={() => setIsPasting(false)} />
      )}
      <ImportDialog kind={importKind} id={id} file={file} onClose={() => setFile(null)} />
    </>
  );
}

interface DeleteButtonProps<Row> {
  list: LongListData<Row>;
  selection: Selected<Row>;
  texts: LongListTexts;
  importKind: ImportKind;
}

function DeleteButton<Row>({ list, selection, texts, importKind }: DeleteButtonProps<Row>) {
  const { count } = selection;
  const remove = async () => {
    const gone = await (selection.isAll ? list.removeAll() : list.remove(selection.chosen));
    // All that fit may have grown fewer or more meanwhile: their number is that of the answer.
    tellGone(texts.deleted, selection.isAll ? Math.min(count, gone) : count, gone);
    selection.clear();
  };
  const ask = () =>
    askToDo(
      {
        title: `Delete ${countOf(count, importKind.one, importKind.noun)}?`,
        content: texts.deleteHint(count),
        okText: `Delete ${count.toLocaleString()}`,
        danger: true,
      },
      remove,
      { failed: texts.deleteFailed },
    );
  return (
    <Button icon={<DeleteOutlined aria-hidden />} disabled={count === 0} onClick={ask}>
      Delete{count > 0 ? ` (${count.toLocaleString()})` : ''}
    </Button>
  );
}

interface NoRowsProps {
  isFiltered: boolean;
  texts: LongListTexts;
  add: ReactNode;
  onClear: () => void;
}

function NoRows({ isFiltered, texts, add, onClear }: NoRowsProps) {
  if (isFiltered) return <NoneFits title={texts.noneFits} onClear={onClear} />;
  return (
    <EmptyState title={texts.none} action={add}>
      {texts.noneHint}
    </EmptyState>
  );
}
