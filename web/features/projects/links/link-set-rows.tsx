import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { UrlList } from '#domain/contract/links.ts';
import type { LinkSetProfile } from '#domain/contract/projects/posting.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { NameDialog } from '#web/ui/name-dialog.tsx';
import { Term } from '#web/ui/term.tsx';
import { worded } from '#web/ui/worded.tsx';
import type { making } from '../making.ts';
import { texts } from '../texts.ts';
import { freshRow, LinkSetProfileDialog } from './link-set-profile-dialog.tsx';

/** A row as the form holds it: the link set may be gone. */
type Row = Omit<LinkSetProfile, 'linkSetId'> & { linkSetId: number | null };

interface LinkSetRowsProps {
  /** Of the field, as refusals name it: the cursor goes to the button that mends it. */
  id: string;
  title: string;
  addText: string;
  rows: Row[];
  urlLists: UrlList[];
  disabled: boolean;
  problem: string | undefined;
  onChange: (rows: Row[]) => void;
  /** Makes a link set in place, which is then one of the rows. */
  making: ReturnType<(typeof making)['linkSet']>;
}

/** Link sets to draw from, each once, with its dialog. */
export function LinkSetRows({
  id,
  title,
  addText,
  rows,
  urlLists,
  disabled,
  problem,
  onChange,
  making,
}: LinkSetRowsProps) {
  const [isMaking, setIsMaking] = useState(false);
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const put = (row: Row) => {
    const before = edited === 'new' ? null : edited;
    onChange(before ? rows.map((other) => (other === before ? row : other)) : [...rows, row]);
  };
  const taken = rows.filter((row) => row !== edited).map((row) => row.linkSetId);
  return (
    <>
      <div className="toolbar">
        <strong>{title}</strong>
        <Button
          id={id}
          size="small"
          className="push"
          aria-describedby={problem ? `${id}-problem` : undefined}
          icon={<PlusOutlined aria-hidden />}
          disabled={disabled}
          onClick={() => setEdited('new')}
        >
          {addText}
        </Button>
        <Button size="small" disabled={disabled} onClick={() => setIsMaking(true)}>
          New link set
        </Button>
      </div>
      <InputTable
        rows={rows}
        urlLists={urlLists}
        disabled={disabled}
        onEdit={setEdited}
        onRemove={(row) => onChange(rows.filter((other) => other !== row))}
      />
      {problem && (
        <p id={`${id}-problem`} className="problem" role="alert">
          {worded(problem)}
        </p>
      )}
      <NameDialog
        open={isMaking}
        title="New link set"
        okText="Create"
        {...making}
        onSubmit={async (name) => onChange([...rows, { ...freshRow, name, linkSetId: await making.make(name) }])}
        onClose={() => setIsMaking(false)}
      />
      <LinkSetProfileDialog
        edited={edited}
        offered={urlLists.filter((list) => !taken.includes(list.id))}
        onSave={put}
        onClose={() => setEdited(null)}
      />
    </>
  );
}

interface InputTableProps {
  rows: Row[];
  urlLists: UrlList[];
  disabled: boolean;
  onEdit: (row: Row) => void;
  onRemove: (row: Row) => void;
}

// A handful of rows: antd's table would be a fifth of the page's first load.
function InputTable({ rows, urlLists, disabled, onEdit, onRemove }: InputTableProps) {
  const setOf = (row: Row) => urlLists.find((list) => list.id === row.linkSetId);
  const nameOf = (row: Row) => setOf(row)?.name ?? row.name;
  const isGone = (row: Row) => setOf(row) === undefined;
  return (
    <table className="small-table">
      <thead>
        <tr>
          <th>Link set</th>
          <th>
            <Term hint={texts.ofSetHint}>Min links</Term>
          </th>
          <th>
            <Term hint={texts.ofSetHint}>Max links</Term>
          </th>
          <th>
            <Term hint={texts.shareHint}>Posts with links</Term>
          </th>
          <th>Action</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.linkSetId}>
            <td>
              {nameOf(row)}
              {isGone(row) && <span className="gone-row">{texts.inputGone}</span>}
            </td>
            <td>{row.minLinks}</td>
            <td>{row.maxLinks}</td>
            <td>{row.linkProb}%</td>
            <td>
              <IconButton
                label={`Edit ${nameOf(row)}`}
                icon={<EditOutlined aria-hidden />}
                disabled={disabled}
                onClick={() => onEdit(row)}
              />
              <IconButton
                label={`Delete ${nameOf(row)}`}
                icon={<DeleteOutlined aria-hidden />}
                disabled={disabled}
                onClick={() => onRemove(row)}
              />
            </td>
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={5} className="quiet">
              No input link sets yet
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
