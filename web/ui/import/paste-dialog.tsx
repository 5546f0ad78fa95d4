import { Form, Input } from 'antd';
import { z } from 'zod';
import { FormDialog } from '../form-dialog.tsx';

/** The words of a dialog into which lines are pasted. */
export interface PasteTexts {
  title: string;
  placeholder: string;
}

const schema = z.object({ lines: z.string().refine((text) => text.trim() !== '', 'Please enter at least one line') });

interface PasteDialogProps extends PasteTexts {
  open: boolean;
  onFile: (file: File) => void;
  onClose: () => void;
}

/** Takes pasted lines as a file of lines: what is there and what is wrong with it is shown before anything is imported. */
export function PasteDialog({ open, title, placeholder, onFile, onClose }: PasteDialogProps) {
  return (
    <FormDialog
      open={open}
      title={title}
      okText="Check Lines"
      width={720}
      schema={schema}
      initial={{ lines: '' }}
      failed="The lines could not be read"
      // Done once this dialog is closed: two at once would fight for the focus.
      onSubmit={async ({ lines }) =>
        () =>
          onFile(new File([lines], 'lines.txt', { type: 'text/plain' }))
        }
      onClose={onClose}
    >
      <Form.Item name="lines" label="One per line">
        <Input.TextArea rows={12} placeholder={placeholder} spellCheck={false} />
      </Form.Item>
    </FormDialog>
  );
}
