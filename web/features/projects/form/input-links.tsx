import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, InputNumber, Select, Table, type TableColumnsType } from 'antd';
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
      <Table<LinkSetProfile>
        size="small"
        rowKey={(row) => row.linkSetId ?? 0}
        pagination={false}
        dataSource={rows}
        columns={columnsOf(urlLists, disabled, setEdited, remove)}
        locale={{ emptyText: 'No input link sets yet' }}
        style={{ marginBottom: 16 }}
      />
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

function columnsOf(
  urlLists: UrlList[],
  disabled: boolean,
  onEdit: (row: LinkSetProfile) => void,
  onRemove: (row: LinkSetProfile) => void,
): TableColumnsType<LinkSetProfile> {
  const nameOf = (row: LinkSetProfile) => urlLists.find((list) => list.id === row.linkSetId)?.name ?? row.name;
  return [
    { title: 'Link set', key: 'name', render: (_, row) => nameOf(row) },
    { title: 'Min links', dataIndex: 'minLinks', width: 110 },
    { title: 'Max links', dataIndex: 'maxLinks', width: 110 },
    { title: 'Posts with links', key: 'prob', width: 150, render: (_, row) => `${row.linkProb}%` },
    {
      title: 'Action',
      key: 'action',
      width: 110,
      render: (_, row) => (
        <>
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
        </>
      ),
    },
  ];
}
