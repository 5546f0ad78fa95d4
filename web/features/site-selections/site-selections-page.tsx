import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Spin } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type SiteSelection, siteSelectionName } from '#domain/contract/site-selections.ts';
import { askToDo, tellGone } from '#web/lib/notices.ts';
import { NameDialog } from '#web/ui/name-dialog.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { create, remove, rename, useSiteSelections } from './queries.ts';
import { SelectionList } from './selection-list.tsx';
import { texts } from './texts.ts';

/** The list of site selections. */
export function SiteSelectionsPage() {
  const query = useSiteSelections();
  const navigate = useNavigate();
  const [picked, setPicked] = useState<number[]>([]);
  const [isAdding, setIsAdding] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const [renamed, setRenamed] = useState<SiteSelection | null>(null);
  const selected = picked.filter((id) => query.data?.site_selections.some((row) => row.id === id));
  const askDelete = () =>
    askToDo(
      {
        title: texts.deleteAsk,
        content: texts.deleteHint(selected.length),
        okText: `Delete ${selected.length}`,
        danger: true,
      },
      async () => {
        setIsDeleting(true);
        const gone = await remove(selected).finally(() => setIsDeleting(false));
        tellGone(texts.deleted, selected.length, gone);
      },
      { failed: texts.deleteFailed },
    );
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setIsAdding(true)}>
      New
    </Button>
  );
  return (
    <PageFrame
      title={texts.title}
      crumbs={[{ text: texts.title }]}
      actions={
        <>
          {add}
          <Button icon={<DeleteOutlined aria-hidden />} disabled={selected.length === 0} onClick={askDelete}>
            Delete{selected.length > 0 ? ` (${selected.length})` : ''}
          </Button>
        </>
      }
    >
      <QueryGate query={query} failed={texts.loadFailed}>
        {({ site_selections }) => (
          <Spin spinning={isDeleting}>
            <SelectionList
              all={site_selections}
              selected={selected}
              onSelect={setPicked}
              onRename={setRenamed}
              add={add}
            />
          </Spin>
        )}
      </QueryGate>
      <NameDialog
        open={isAdding}
        title={texts.newTitle}
        schema={siteSelectionName}
        done={texts.created}
        failed={texts.createFailed}
        onSubmit={async (name) => {
          const id = await create(name);
          return () => navigate(`/site-selection/${id}`);
        }}
        onClose={() => setIsAdding(false)}
      />
      <NameDialog
        open={renamed !== null}
        title={texts.renameTitle}
        initialName={renamed?.name ?? ''}
        schema={siteSelectionName}
        done={texts.renamed}
        failed={texts.renameFailed}
        onSubmit={(name) => rename(renamed?.id ?? 0, name)}
        onClose={() => setRenamed(null)}
      />
    </PageFrame>
  );
}
