import { PlusOutlined } from '@ant-design/icons';
import { Button, Spin } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type SiteSelection, siteSelectionName } from '#domain/contract/site-selections.ts';
import { DeletePicked, usePicked } from '#web/ui/delete-picked.tsx';
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
  const [isAdding, setIsAdding] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const [renamed, setRenamed] = useState<SiteSelection | null>(null);
  const [selected, setPicked] = usePicked(query.data?.site_selections);
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
          <DeletePicked
            noun="site selection"
            picked={selected}
            title={texts.deleteAsk}
            hint={texts.deleteHint(selected.length)}
            done={texts.deleted}
            failed={texts.deleteFailed}
            remove={(ids) => {
              setIsDeleting(true);
              return remove(ids).finally(() => setIsDeleting(false));
            }}
          />
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
