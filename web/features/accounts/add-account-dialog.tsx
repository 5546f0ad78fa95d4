import { Form, Input } from 'antd';
import type { z } from 'zod';
import { accountInput } from '#domain/contract/accounts.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { texts } from './texts.ts';
import { WebsiteField } from './website-field.tsx';

interface AddAccountDialogProps {
  open: boolean;
  onAdd: (value: z.output<typeof accountInput>) => Promise<void>;
  onClose: () => void;
}

/** One new account by hand. */
export function AddAccountDialog({ open, onAdd, onClose }: AddAccountDialogProps) {
  return (
    <FormDialog
      open={open}
      title="Add Account"
      okText="Add"
      schema={accountInput}
      initial={{ siteName: '', email: '', username: '', password: '' }}
      done={texts.added}
      failed={texts.addFailed}
      onSubmit={onAdd}
      onClose={onClose}
    >
      <Form.Item name="siteName" label="Website">
        <WebsiteField />
      </Form.Item>
      <Form.Item name="email" label="Email">
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
      <Form.Item name="username" label="Username">
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
      <Form.Item name="password" label="Password">
        <Input.Password maxLength={1_000} autoComplete="new-password" />
      </Form.Item>
    </FormDialog>
  );
}
