import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, InputNumber, Select } from 'antd';
import { useState } from 'react';
import type { UrlList } from '#domain/contract/links.ts';
import { type LinkSetProfile, linkPositions } from '#domain/contract/projects.ts';
import { Field } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { placementTexts } from '../texts.ts';
import type { PostingForm } from '../use-posting-form.ts';
import { LinkSetProfileDialog } from './link-set-profile-dialog.tsx';

interface InputLinksProps {
  urlLists: UrlList[];
  form: PostingForm;
}

/** What "Insert URLs" opens: input link sets, position and counts (D-PROJ-07). */
export function InputLinks({ urlLists, form }: InputLinksProps) {
  const { value, change, problemAt } = form;
  const disabled = !form.isEditing;
  const [edited, setEdited] = useState<LinkSetProfile | 'new' | null>(null);
  const rows = value.linkSetProfiles;
  const put = (row: LinkSetProfile) => {
    const before = edited === 'new' ? null : edited;
    const linkSetProfiles = before ? rows.map((other) => (other === before ? row : other)) : [...rows, row];
    change({ linkSetProfiles });
  };
  const remove = (row: LinkSetProfile) => change({ linkSetProfiles: rows.filter((other) => other !== row) });
  const taken = rows.filter((row) => row !== edited).map((row) => row.linkSetId);
  const problem = problemAt('linkSetProfiles');
  return (
    <div className="inset">
      <div className="toolbar">
        <strong>Input link sets</strong>
        <Button
          size="small"
          className="push"
          icon={<PlusOutlined aria-hidden />}
          disabled={disabled}
          onClick={() => setEdited('new')}
        >
          Select Input URLs
        </Button>
      </div>
      <InputTable rows={rows} urlLists={urlLists} disabled={disabled} onEdit={setEdited} onRemove={remove} />
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="fields-3">
        <Field id="linkPlacement" label="Link position" problem={problemAt('linkPlacement')}>
          <Select
            id="linkPlacement"
            disabled={disabled}
            value={value.linkPlacement}
            options={linkPositions.map((position) => ({ value: position, label: placementTexts[position] }))}
            onChange={(linkPlacement) => change({ linkPlacement })}
          />
        </Field>
        <Field id="minLinks" label="Min links" problem={problemAt('minLinks')}>
          <InputNumber<number>
            id="minLinks"
            disabled={disabled}
            value={value.minLinks}
            onChange={(minLinks) => change({ minLinks })}
          />
        </Field>
        <Field id="maxLinks" label="Max links" problem={problemAt('maxLinks')}>
          <InputNumber<number>
            id="maxLinks"
            disabled={disabled}
            value={value.maxLinks}
            onChange={(maxLinks) => change({ maxLinks })}
          />
        </Field>
      </div>
      <LinkSetProfileDialog
        edited={edited}
        offered={urlLists.filter((list) => !taken.includes(list.id))}
        onSave={put}
        onClose={() => setEdited(null)}
      />
    </div>
  );
}

interface InputTableProps {
  rows: LinkSetProfile[];
  urlLists: UrlList[];
  disabled: boolean;
  onEdit: (row: LinkSetProfile) => void;
  onRemove: (row: LinkSetProfile) => void;
}

// A handful of rows: antd's table would be a fifth of the page's first load.
function InputTable({ rows, urlLists, disabled, onEdit, onRemove }: InputTableProps) {
  const nameOf = (row: LinkSetProfile) => urlLists.find((list) => list.id === row.linkSetId)?.name ?? row.name;
  return (
    <table className="small-table">
      <thead>
        <tr>
          <th>Link set</th>
          <th>Min links</th>
          <th>Max links</th>
          <th>Posts with links</th>
          <th>Action</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.linkSetId}>
            <td>{nameOf(row)}</td>
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
