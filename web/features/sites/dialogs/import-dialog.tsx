import { InboxOutlined } from '@ant-design/icons';
import { Form, Select, Upload, type UploadFile } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import type { RefusedLine } from '#domain/contract/imports.ts';
import { moduleLabels, siteModules } from '#domain/contract/modules.ts';
import { type CustomSite, importCustomSites, permission, siteFileColumns } from '#domain/contract/sites.ts';
import { upload } from '#web/lib/call.ts';
import { toast } from '#web/lib/notices.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ImportReport } from '#web/ui/import-report.tsx';
import { PermissionFields } from '#web/ui/permission-fields.tsx';
import { texts } from '../texts.ts';

/** One type's file, or a file of any types (D-CUST-01). */
export type ImportScope = 'module' | 'all';

interface ImportDialogProps {
  /** Null keeps the dialog closed. */
  scope: ImportScope | null;
  onImported: (sites: CustomSite[]) => void;
  onClose: () => void;
}

const filesInput = z.object({
  permission,
  permissionNote: z.string().max(2_000).default(''),
  files: z.array(z.custom<UploadFile>(), 'Please choose a file').min(1, 'Please choose a file'),
});
const schemas = {
  all: filesInput.extend({ module: z.undefined().optional() }),
  module: filesInput.extend({ module: z.enum(siteModules as [string, ...string[]], 'Please select a type') }),
};

/** A file of sites; the permission is asked for once and speaks for the rows that name none. */
export function ImportDialog({ scope, onImported, onClose }: ImportDialogProps) {
  const [refused, setRefused] = useState<{ lines: RefusedLine[]; total: number } | null>(null);
  const [fileName, setFileName] = useState('');
  const submit = async (value: z.output<(typeof schemas)['all' | 'module']>) => {
    const files = value.files.flatMap((file) => (file.originFileObj ? [file.originFileObj as File] : []));
    const module: Record<string, string> = value.module ? { module: value.module } : {};
    const fields = { permission: value.permission, permissionNote: value.permissionNote, ...module };
    const result = await upload(importCustomSites, {}, files, fields);
    const { count, updated, rejected } = result;
    const told = texts.imported(count - updated, updated, rejected);
    if (rejected === 0) toast.success(told);
    else toast.warning(told, 5);
    onImported(result.sites);
    if (rejected > 0) setRefused({ lines: result.refused, total: rejected });
  };
  return (
    <>
      <FormDialog<z.ZodType<z.output<(typeof schemas)['all' | 'module']>>>
        open={scope !== null}
        title={scope === 'all' ? 'Import All' : 'Import'}
        okText="Import"
        width={600}
        schema={schemas[scope ?? 'all']}
        initial={{ permission: 'none', permissionNote: '', files: [] }}
        failed={texts.importFailed(fileName)}
        onSubmit={submit}
        onClose={onClose}
      >
        {scope === 'module' && (
          <Form.Item name="module" label="Type">
            <Select
              placeholder="The type of the sites in the file"
              options={siteModules.map((name) => ({ value: name, label: moduleLabels[name] }))}
            />
          </Form.Item>
        )}
        <PermissionFields />
        <Form.Item
          name="files"
          label="File"
          valuePropName="fileList"
          getValueFromEvent={(event: { fileList: UploadFile[] }) => {
            setFileName(event.fileList[0]?.name ?? '');
            return event.fileList;
          }}
          extra={`CSV with the columns ${siteFileColumns.join(', ')}`}
        >
          <Upload.Dragger accept=".csv" maxCount={1} beforeUpload={() => false}>
            <InboxOutlined style={{ fontSize: 28 }} aria-hidden="true" /> Click or drop a CSV file here
          </Upload.Dragger>
        </Form.Item>
      </FormDialog>
      <ImportReport
        noun="line"
        refused={refused?.lines ?? null}
        total={refused?.total ?? 0}
        onClose={() => setRefused(null)}
      />
    </>
  );
}
