import { Alert, Button } from 'antd';
import { askFirst } from '#web/lib/notices.ts';
import type { useSaving } from '../editor/use-saving.ts';
import { texts } from '../texts.ts';

/** Says above an editor what became of the wizard besides what is typed here. */
export function EditorAlert({ saving }: { saving: ReturnType<typeof useSaving> }) {
  const { isForeign, takeStored, draft, startOver } = saving;
  const about = { className: 'wizard-alert', showIcon: true, style: { marginBottom: 16 } };
  if (isForeign)
    return (
      <Alert
        {...about}
        type="warning"
        title={texts.foreignSave}
        description={texts.foreignSaveHint}
        action={<Button onClick={() => void takeStored()}>Reload</Button>}
      />
    );
  if (!draft) return null;
  const ask = () => askFirst({ title: texts.startOver, okText: 'Start Over', danger: true, onOk: startOver });
  return (
    <Alert
      {...about}
      type="info"
      title={texts.draft}
      description={draft.lacksPasswords ? texts.draftPasswords : undefined}
      action={<Button onClick={ask}>Start Over</Button>}
    />
  );
}
