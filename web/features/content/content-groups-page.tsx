import { EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ContentGroup, contentGroupName } from '#domain/contract/content.ts';
import { truncate } from '#web/lib/truncate.ts';
import { DeletePicked, usePicked } from '#web/ui/delete-picked.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { ListColumn } from '#web/ui/list-column.ts';
import { compareText, ListTable, NameLink } from '#web/ui/list-table.tsx';
import { NameDialog } from '#web/ui/name-dialog.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { create, remove, rename, useContentGroups } from './group-queries.ts';
import { shownLength, texts } from './texts.ts';

/** The list of content groups. */
export function ContentGroupsPage() {
  const query = useContentGroups();
  const navigate = useNavigate();
  const [isAdding, setIsAdding] = useState(false);
  const [renamed, setRenamed] = useState<ContentGroup | null>(null);
  const [selected, setPicked] = usePicked(query.data?.contentGroups);
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setIsAdding(true)}>
      Add
    </Button>
  );
  return (
    <PageFrame
      title={texts.title}
      crumbs={[{ text: texts.title }]}
      actions={
        <>
          {add}
          <DeletePicked
            noun="content group"
            picked={selected}
            hint={texts.deleteHint}
            done={texts.deleted}
            failed={texts.deleteFailed}
            remove={remove}
          />
        </>
      }
    >
      <QueryGate query={query} failed={texts.loadFailed}>
        {({ contentGroups }) => (
          <ListTable<ContentGroup>
            list="content groups"
            rows={contentGroups}
            columns={columnsOf(setRenamed)}
            selected={selected}
            onSelect={setPicked}
            empty={
              <EmptyState title="No content groups yet" action={add}>
                A content group is a bucket of articles that projects post from.
              </EmptyState>
            }
          />
        )}
      </QueryGate>
      <NameDialog
        open={isAdding}
        title="New Content Group"
        schema={contentGroupName}
        done={texts.created}
        failed={texts.createFailed}
        onSubmit={async (name) => {
          const id = await create(name);
          return () => navigate(`/content-group/${id}`);
        }}
        onClose={() => setIsAdding(false)}
      />
      <NameDialog
        open={renamed !== null}
        title="Rename Content Group"
        initialName={renamed?.name ?? ''}
        schema={contentGroupName}
        done={texts.renamed}
        failed={texts.renameFailed}
        onSubmit={(name) => rename(renamed?.id ?? 0, name)}
        onClose={() => setRenamed(null)}
      />
    </PageFrame>
  );
}

function columnsOf(onRename: (row: ContentGroup) => void): ListColumn<ContentGroup>[] {
  return [
    { title: 'ID', key: 'id', width: 90, first: 'descend', sorter: (a, b) => a.id - b.id, render: (row) => row.id },
    {
      title: 'Action',
      key: 'action',
      width: 100,
      stays: true,
      render: (row) => (
        <IconButton label={`Rename ${row.name}`} icon={<EditOutlined aria-hidden />} onClick={() => onRename(row)} />
      ),
    },
    {
      title: 'Name',
      key: 'name',
      sorter: (a, b) => compareText(a.name, b.name),
      stays: true,
      render: (row) => <NameLink to={`/content-group/${row.id}`} name={truncate(row.name, shownLength.groupName)} />,
    },
    {
      title: 'Article Count',
      key: 'count',
      width: 180,
      sorter: (a, b) => a.count - b.count,
      render: (row) => row.count.toLocaleString(),
    },
  ];
}
