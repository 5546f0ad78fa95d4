import { DeleteOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { diagramName, type Strategy } from '#domain/contract/strategies.ts';
import { askToDo, tellGone } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
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
  const [picked, setPicked] = useState<number[]>([]);
  const [isAdding, setIsAdding] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  const [renamed, setRenamed] = useState<Strategy | null>(null);
  const [cloned, setCloned] = useState<Strategy | null>(null);
  const selected = picked.filter((id) => query.data?.strategies.some((row) => row.id === id));
  const askDelete = () =>
    askToDo(
      {
        title: `Delete ${countOf(selected.length, 'diagram')}?`,
        content: texts.deleteHint,
        okText: `Delete ${selected.length}`,
        danger: true,
      },
      async () => tellGone(texts.deleted, selected.length, await remove(selected)),
      { failed: texts.deleteFailed },
    );
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
          <Button icon={<DeleteOutlined aria-hidden />} disabled={selected.length === 0} onClick={askDelete}>
            Delete{selected.length > 0 ? ` (${selected.length})` : ''}
          </Button>
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
