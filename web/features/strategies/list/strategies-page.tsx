import { PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { diagramName, type Strategy } from '#domain/contract/strategies.ts';
import { DeletePicked, usePicked } from '#web/ui/delete-picked.tsx';
import { NameDialog } from '#web/ui/name-dialog.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { clone, create, remove, rename, useStrategies } from '../queries.ts';
import { texts } from '../texts.ts';
import { ImportDialog } from './import-dialog.tsx';
import { StrategyList } from './strategy-list.tsx';

/** The list of strategy diagrams. */
export function StrategiesPage() {
  const query = useStrategies();
  const navigate = useNavigate();
  const [isAdding, setIsAdding] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  const [renamed, setRenamed] = useState<Strategy | null>(null);
  const [cloned, setCloned] = useState<Strategy | null>(null);
  const [selected, setPicked] = usePicked(query.data?.strategies);
  return (
    <PageFrame
      title={texts.title}
      crumbs={[{ text: texts.title }]}
      actions={
        <>
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setIsAdding(true)}>
            Add
          </Button>
          <Button icon={<UploadOutlined aria-hidden />} onClick={() => setIsImporting(true)}>
            Import
          </Button>
          <DeletePicked
            noun="diagram"
            picked={selected}
            hint={texts.deleteHint}
            done={texts.deleted}
            failed={texts.deleteFailed}
            remove={remove}
          />
        </>
      }
    >
      <QueryGate query={query} failed={texts.listFailed}>
        {({ strategies }) => (
          <StrategyList
            strategies={strategies}
            selected={selected}
            onSelect={setPicked}
            onRename={setRenamed}
            onClone={setCloned}
          />
        )}
      </QueryGate>
      <NameDialog
        open={isAdding}
        title="New Diagram"
        schema={diagramName}
        done={texts.created}
        failed={texts.createFailed}
        onSubmit={async (name) => {
          const id = await create(name);
          return () => navigate(`/strategy/${id}`);
        }}
        onClose={() => setIsAdding(false)}
      />
      <NameDialog
        open={renamed !== null}
        title="Rename Diagram"
        initialName={renamed?.name ?? ''}
        schema={diagramName}
        done={texts.renamed}
        failed={texts.renameFailed}
        onSubmit={(name) => rename(renamed?.id ?? 0, name)}
        onClose={() => setRenamed(null)}
      />
      <NameDialog
        open={cloned !== null}
        title="Clone Diagram"
        okText="Clone"
        initialName={cloned ? `${cloned.name.slice(0, 248)} Copy` : ''}
        schema={diagramName}
        done={texts.cloned}
        failed={texts.cloneFailed}
        onSubmit={(name) => clone(cloned?.id ?? 0, name)}
        onClose={() => setCloned(null)}
      />
      <ImportDialog open={isImporting} onClose={() => setIsImporting(false)} />
    </PageFrame>
  );
}
