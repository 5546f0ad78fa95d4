import { CopyOutlined, DownloadOutlined, SaveOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Module } from '#domain/contract/modules.ts';
import { diagramName, exportStrategy } from '#domain/contract/strategies.ts';
import { useAddress } from '#web/lib/address.ts';
import { download } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { truncate } from '#web/lib/truncate.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Field } from '#web/ui/field.tsx';
import { NameDialog } from '#web/ui/name-dialog.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { ToneTag } from '#web/ui/status-tag.tsx';
import { NothingHere } from '#web/ui/while-here.tsx';
import { Designer } from '../designer/designer.tsx';
import { designerTexts } from '../designer/texts.ts';
import { clone } from '../queries.ts';
import { shownName, texts } from '../texts.ts';
import type { ReadStrategy } from './stored.ts';
import { useSaving } from './use-saving.ts';

const back = { to: '/strategies', text: 'Back to the diagrams' };
const longestDescription = 100_000;

interface StrategyEditorProps {
  stored: ReadStrategy;
  premiumModules: ReadonlySet<Module>;
  /** It was deleted in another window: what was drawn here can be saved anew. */
  isGone: boolean;
}

/** The Strategy Designer: a diagram is drawn and described; built-in ones are looked at and cloned. */
export function StrategyEditor({ stored, premiumModules, isGone }: StrategyEditorProps) {
  const { strategy } = stored;
  const { id, name, type } = strategy;
  const navigate = useNavigate();
  const open = (next: number) => void navigate(`/strategy/${next}`, { replace: true });
  const saving = useSaving(stored, open);
  const { drawing, description, isDirty, isSaving } = saving;
  const [{ tab }, setView] = useAddress({ tab: 'diagram' });
  const [isCloning, setIsCloning] = useState(false);
  const isBuiltIn = type === 'BUILTIN';
  if (isGone && !isDirty) return <NothingHere back={back} />;
  const exportFile = () =>
    attempt(() => download(exportStrategy, { params: { id } }, `${name}.json`), { failed: texts.exportFailed });
  const cloneButton = (
    <Button
      type={isBuiltIn ? 'primary' : 'default'}
      icon={<CopyOutlined aria-hidden />}
      onClick={() => setIsCloning(true)}
    >
      Clone
    </Button>
  );
  return (
    <PageFrame
      title={truncate(name, shownName)}
      crumbs={[{ text: texts.title, to: '/strategies' }, { text: name }]}
      beside={<ToneTag tone={isBuiltIn ? 'blue' : 'plain'}>{type ?? 'CUSTOM'}</ToneTag>}
      actions={
        isBuiltIn ? (
          cloneButton
        ) : (
          <ActionBar
            main={
              <Button
                type="primary"
                icon={<SaveOutlined aria-hidden />}
                loading={isSaving}
                disabled={!isDirty || isGone}
                onClick={() => void saving.save()}
              >
                Save
              </Button>
            }
          >
            {cloneButton}
            <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void exportFile()}>
              Export
            </Button>
          </ActionBar>
        )
      }
    >
      {isBuiltIn && <p className="quiet">{texts.builtIn}</p>}
      {isGone && (
        <Alert
          type="warning"
          showIcon
          title={designerTexts.gone}
          description={designerTexts.goneHint}
          action={<Button onClick={() => void saving.saveAnew()}>{designerTexts.saveAnew}</Button>}
          style={{ marginBottom: 12 }}
        />
      )}
      <Tabs
        activeKey={tab === 'description' ? tab : 'diagram'}
        onChange={(next) => setView({ tab: next })}
        items={[
          { key: 'diagram', label: 'Diagram', children: <Designer {...{ name, drawing, premiumModules }} /> },
          {
            key: 'description',
            label: 'Description',
            children: (
              <div className="panel">
                <Field id="description" label="What it is for, and when to use it">
                  <Input.TextArea
                    id="description"
                    rows={10}
                    maxLength={longestDescription}
                    readOnly={isBuiltIn}
                    value={description}
                    onChange={(event) => saving.setDescription(event.target.value)}
                  />
                </Field>
              </div>
            ),
          },
        ]}
      />
      <NameDialog
        open={isCloning}
        title="Clone Diagram"
        okText="Clone"
        initialName={`${name.slice(0, 248)} Copy`}
        schema={diagramName}
        done={texts.cloned}
        failed={texts.cloneFailed}
        onSubmit={async (copy) => {
          const made = await clone(id, copy);
          return () => navigate(`/strategy/${made}`);
        }}
        onClose={() => setIsCloning(false)}
      />
    </PageFrame>
  );
}
