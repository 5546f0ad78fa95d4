import { Form, Input } from 'antd';
import { z } from 'zod';
import { FormDialog } from './form-dialog.tsx';

interface NameDialogProps {
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

/** The dialog behind every create, rename and duplicate that asks for a name only. */
export function NameDialog({ label = 'Name', okText = 'Save', initialName = '', ...props }: NameDialogProps) {
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
