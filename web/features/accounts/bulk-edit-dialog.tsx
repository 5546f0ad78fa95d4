import { Form, Input } from 'antd';
import type { z } from 'zod';
import { accountChanges } from '#domain/contract/accounts.ts';
import { toast } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { texts } from './texts.ts';

interface BulkEditDialogProps {
  open: boolean;
  count: number;
  onSave: (changes: z.output<typeof accountChanges>) => Promise<number>;
  onClose: () => void;
}

/** A new username or password for all selected accounts. */
export function BulkEditDialog({ open, count, onSave, onClose }: BulkEditDialogProps) {
  const number = countOf(count, 'account');
  return (
    <FormDialog
      open={open}
      title={`Edit ${number}`}
      okText={`Change ${number}`}
      schema={accountChanges}
      initial={{ username: '', password: '' }}
      failed={texts.changeFailed}
      onSubmit={async (changes) => toast.success(texts.changed(await onSave(changes)))}
      onClose={onClose}
    >
      <p className="quiet">A field that is left empty stays as it is in each account.</p>
      <Form.Item name="username" label="Username">
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
      <Form.Item name="password" label="Password">
        <Input.Password maxLength={1_000} autoComplete="new-password" />
      </Form.Item>
    </FormDialog>
  );
}
