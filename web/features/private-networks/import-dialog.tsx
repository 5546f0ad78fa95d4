import { Alert, Checkbox, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { type ImportedSites, networkTexts } from '#domain/contract/private-networks.ts';
import { permission } from '#domain/contract/sites.ts';
import { toast } from '#web/lib/notices.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PermissionFields } from '#web/ui/permission-fields.tsx';
import { texts } from './texts.ts';

/** What an import refused. */
export type Refused = Pick<ImportedSites, 'errorList' | 'refused' | 'rejected'>;

const input = z.object({
  siteList: z.string().refine((value) => value.trim() !== '', networkTexts.list),
  selfHosted: z.boolean().default(false),
  permission,
  permissionNote: z.string().max(2_000).default(''),
});

interface ImportDialogProps {
  open: boolean;
  /** Lines that another import refused, to be corrected here. */
  before: Refused | null;
  onImport: (value: z.output<typeof input>) => Promise<ImportedSites>;
  onClose: () => void;
}

/** Tells how an import went; true when all was taken. */
export function tellImported({ count, rejected }: Pick<ImportedSites, 'count' | 'rejected'>): boolean {
  const told = texts.imported(count, rejected);
  if (rejected === 0) toast.success(told);
  else toast.warning(told, 5);
  return rejected === 0;
}

/** Sites as lines; those that are refused come back into the field, each with its reason above it. */
export function ImportDialog({ open, before, onImport, onClose }: ImportDialogProps) {
  const [refused, setRefused] = useState<Refused | null>(null);
  const [wasOpen, setWasOpen] = useState(false);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setRefused(before);
  }
  return (
    <FormDialog
      open={open}
      title="Import Sites"
      okText="Import"
      width={640}
      schema={input}
      initial={{
        siteList: before?.errorList.join('\n') ?? '',
        selfHosted: true,
        permission: 'owned',
        permissionNote: '',
      }}
      failed={texts.importFailed}
      onSubmit={async (value) => {
        const answer = await onImport(value);
        if (tellImported(answer)) return;
        setRefused(answer);
        return false;
      }}
      onClose={onClose}
    >
      <RefusedLines refused={refused} />
      <Form.Item name="siteList" label="Sites" extra="One per line: site|email|username|password">
        <Input.TextArea
          rows={8}
          spellCheck={false}
          placeholder="https://blog.example.com|me@example.com|writer|password"
        />
      </Form.Item>
      <SelfHostedField />
      <PermissionFields />
    </FormDialog>
  );
}

function SelfHostedField() {
  const isSelfHosted = Form.useWatch('selfHosted') !== false;
  return (
    <Form.Item name="selfHosted" valuePropName="checked" extra={isSelfHosted ? texts.selfHostedHint : texts.listedHint}>
      <Checkbox>Self-hosted blogs</Checkbox>
    </Form.Item>
  );
}

/** Puts refused lines back into the field and says why they were. */
function RefusedLines({ refused }: { refused: Refused | null }) {
  const form = Form.useFormInstance();
  useEffect(() => {
    if (refused) form.setFieldValue('siteList', refused.errorList.join('\n'));
  }, [refused, form]);
  if (!refused) return null;
  const shown = refused.refused.slice(0, 20);
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 18 }}
      title={`${texts.imported(0, refused.rejected).split(', ').at(-1)}. ${texts.refusedHint}`}
      description={
        <ul style={{ margin: 0, paddingInlineStart: 18 }}>
          {shown.map(({ line, text, reason }) => (
            <li key={`${line} ${text}`}>
              <strong>{reason}</strong>: <code>{text}</code>
            </li>
          ))}
          {refused.rejected > shown.length && <li>and {(refused.rejected - shown.length).toLocaleString()} more</li>}
        </ul>
      }
    />
  );
}
