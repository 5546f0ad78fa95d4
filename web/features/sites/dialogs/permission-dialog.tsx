import { z } from 'zod';
import { permission, type SiteKey } from '#domain/contract/sites.ts';
import { toast } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PermissionFields } from '#web/ui/permission-fields.tsx';
import type { SiteActions } from '../queries.ts';
import { texts } from '../texts.ts';

const input = z.object({
  permission: z.enum(permission.options, texts.choosePermission),
  permissionNote: z.string().max(2_000).default(''),
});

interface PermissionDialogProps {
  open: boolean;
  chosen: SiteKey[];
  onPermit: SiteActions['permit'];
  onClose: () => void;
}

/** One permission with its note for all chosen sites. */
export function PermissionDialog({ open, chosen, onPermit, onClose }: PermissionDialogProps) {
  return (
    <FormDialog
      open={open}
      title={`Permission of ${countOf(chosen.length, 'site')}`}
      okText={`Save ${chosen.length}`}
      schema={input}
      initial={{ permissionNote: '' }}
      failed={texts.permitFailed}
      onSubmit={async ({ permission, permissionNote }) => {
        const ground = permissionNote.trim() === '' ? {} : { permissionNote };
        const count = await onPermit(chosen, { permission, ...ground });
        toast.success(texts.permitted(count));
      }}
      onClose={onClose}
    >
      <PermissionFields noteHint={texts.noteOfMany} />
    </FormDialog>
  );
}
