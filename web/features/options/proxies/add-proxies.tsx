import { Alert, Form, Input } from 'antd';
import { useState } from 'react';
import { addProxies } from '#domain/contract/options/proxies.ts';
import { toast } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { add } from '../queries.ts';
import { texts } from './texts.ts';

interface AddProxiesProps {
  open: boolean;
  onClose: () => void;
}

/** Takes proxies by lines; what was refused stays in the dialog, each line with its reason. */
export function AddProxies({ open, onClose }: AddProxiesProps) {
  const [refused, setRefused] = useState<string[]>([]);
  const close = () => {
    setRefused([]);
    onClose();
  };
  const submit = async ({ proxies }: { proxies: string }) => {
    const { added, errorList } = await add(proxies);
    if (added > 0) toast.success(`${texts.added}: ${countOf(added, 'proxy', 'proxies')}`);
    setRefused(errorList);
    return errorList.length === 0;
  };
  return (
    <FormDialog
      open={open}
      title="Add Proxies"
      okText="Add"
      schema={addProxies.body}
      initial={{ proxies: '' }}
      failed={texts.addFailed}
      onSubmit={submit}
      onClose={close}
    >
      <Form.Item name="proxies" label="Proxies" extra={texts.addHint}>
        <Input.TextArea rows={10} className="typed-lines" spellCheck={false} autoComplete="off" />
      </Form.Item>
      {refused.length > 0 && (
        <Alert
          type="warning"
          title={`${countOf(refused.length, 'line')} not taken`}
          description={
            <ul className="refused-lines">
              {refused.slice(0, 100).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          }
        />
      )}
    </FormDialog>
  );
}
