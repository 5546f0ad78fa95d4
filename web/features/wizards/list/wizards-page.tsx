import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { type WizardRow, wizardName } from '#domain/contract/wizards.ts';
import { DeletePicked, usePicked } from '#web/ui/delete-picked.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import { NameDialog } from '#web/ui/name-dialog.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { copy, remove, rename, useWizards } from '../queries.ts';
import { texts } from '../texts.ts';
import { WizardList } from './wizard-list.tsx';

const NewWizardDialog = fetchedPart(async () => (await import('./new-wizard-dialog.tsx')).NewWizardDialog);

/** The list of wizards. */
export function WizardsPage() {
  const query = useWizards();
  const [isAdding, setIsAdding] = useState(false);
  const [renamed, setRenamed] = useState<WizardRow | null>(null);
  const [copied, setCopied] = useState<WizardRow | null>(null);
  const [selected, setPicked] = usePicked(query.data?.wizards);
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} disabled={!query.data} onClick={() => setIsAdding(true)}>
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
            noun="wizard"
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
        {({ wizards }) => (
          <WizardList
            wizards={wizards}
            selected={selected}
            onSelect={setPicked}
            onRename={setRenamed}
            onCopy={setCopied}
            empty={
              <EmptyState title="No wizards yet" action={add}>
                {texts.noneHint}
              </EmptyState>
            }
          />
        )}
      </QueryGate>
      <NewWizardDialog open={isAdding} strategies={query.data?.strategies ?? []} onClose={() => setIsAdding(false)} />
      <NameDialog
        open={renamed !== null}
        title="Rename Wizard"
        initialName={renamed?.name ?? ''}
        schema={wizardName}
        done={texts.renamed}
        failed={texts.renameFailed}
        onSubmit={(name) => rename(renamed?.id ?? 0, name)}
        onClose={() => setRenamed(null)}
      />
      <NameDialog
        open={copied !== null}
        title="Duplicate Wizard"
        okText="Duplicate"
        initialName={copied ? `${copied.name.slice(0, 250)} Copy` : ''}
        schema={wizardName}
        done={texts.duplicated}
        failed={texts.copyFailed}
        onSubmit={(name) => copy(copied?.id ?? 0, name)}
        onClose={() => setCopied(null)}
      />
    </PageFrame>
  );
}
