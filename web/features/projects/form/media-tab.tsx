import { Alert } from 'antd';
import { fileModules, type Module } from '#domain/contract/modules.ts';
import { MediaFields } from '#web/ui/media-fields.tsx';
import type { PostingForm } from '../use-project-form.ts';

/** Tabs Image and Video: what is put into the posts beside text. */
export function MediaTab({ kind, form, module }: { kind: 'image' | 'video'; form: PostingForm; module: Module }) {
  return (
    <div className="panel project-form">
      {fileModules.includes(module) && (
        <Alert
          type="info"
          showIcon
          title={`A PDF is made without ${kind}s: they are left out`}
          style={{ marginBottom: 16 }}
        />
      )}
      <MediaFields
        kind={kind}
        value={form.value}
        disabled={!form.isEditing}
        problemAt={form.problemAt}
        onChange={(part) => form.change(part as Partial<PostingForm['value']>)}
      />
    </div>
  );
}
