import { Form, Input } from 'antd';
import { z } from 'zod';
import { FormDialog } from './form-dialog.tsx';

/** What a dialog for a name needs. */
export interface NameDialogProps {
  open: boolean;
  title: string;
  label?: string;
  okText?: string;
  initialName?: string;
  /** Rule of the name with its own message. */
  schema: z.ZodType<string>;
  failed: string;
  done: string;
  onSubmit: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** The form of {@link NameDialogProps}; loaded when first opened, see name-dialog.tsx. */
export function NameFormDialog({ label = 'Name', okText = 'Save', initialName = '', ...props }: NameDialogProps) {
  return (
    <FormDialog
      open={props.open}
      title={props.title}
      okText={okText}
      schema={z.object({ name: props.schema })}
      initial={{ name: initialName }}
      failed={props.failed}
      done={props.done}
      onSubmit={({ name }) => props.onSubmit(name)}
      onClose={props.onClose}
    >
      <Form.Item name="name" label={label}>
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}
