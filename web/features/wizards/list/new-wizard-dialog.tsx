import { Form, Input } from 'antd';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import type { Strategy } from '#domain/contract/strategies.ts';
import { wizardName } from '#domain/contract/wizards.ts';
import { DiagramCards } from '#web/ui/diagram-cards.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { texts } from '../texts.ts';

const input = z.object({ name: wizardName, strategy: z.number({ error: texts.strategy }) });

interface NewWizardDialogProps {
  open: boolean;
  strategies: Strategy[];
  onClose: () => void;
}

/** A new wizard begins with a name and a diagram; nothing is stored until it is saved. */
export function NewWizardDialog({ open, strategies, onClose }: NewWizardDialogProps) {
  const navigate = useNavigate();
  return (
    <FormDialog
      open={open}
      title="New XWizard"
      okText="Create"
      width={720}
      schema={input}
      initial={{ name: '' }}
      failed={texts.initFailed}
      onSubmit={async ({ name, strategy }) =>
        () =>
          navigate(`/newwizard/${strategy}?${new URLSearchParams({ wizardName: name })}`)
        }
      onClose={onClose}
    >
      <Form.Item name="name" label="Name">
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
      <Form.Item name="strategy" label="Diagram">
        <DiagramCards strategies={strategies} />
      </Form.Item>
    </FormDialog>
  );
}
