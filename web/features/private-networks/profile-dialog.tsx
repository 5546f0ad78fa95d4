import { Form } from 'antd';
import { z } from 'zod';
import { type ImportedSites, networkTexts } from '#domain/contract/private-networks.ts';
import { permission } from '#domain/contract/sites.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PermissionFields } from '#web/ui/permission-fields.tsx';
import { ProfileTree, useProfiles } from '#web/ui/profile-tree.tsx';
import { type Refused, tellImported } from './import-dialog.tsx';
import { texts } from './texts.ts';

const input = z.object({
  profileId: z.number({ error: networkTexts.profile }),
  permission,
  permissionNote: z.string().max(2_000).default(''),
});

interface ProfileDialogProps {
  open: boolean;
  onImport: (value: z.output<typeof input>) => Promise<ImportedSites>;
  onRefused: (refused: Refused) => void;
  onClose: () => void;
}

/** The accounts of a profile become sites of the network; those that are refused can be corrected by hand. */
export function ProfileDialog({ open, onImport, onRefused, onClose }: ProfileDialogProps) {
  const profiles = useProfiles(open);
  return (
    <FormDialog
      open={open}
      title="Import From Account Profiles"
      okText="Import"
      width={560}
      schema={input}
      initial={{ permission: 'owned', permissionNote: '' }}
      failed={texts.importFailed}
      onSubmit={async (value) => {
        const answer = await onImport(value);
        if (!tellImported(answer)) return () => onRefused(answer);
      }}
      onClose={onClose}
    >
      <Form.Item
        name="profileId"
        label="Account profile"
        extra="Its accounts are taken whose site stands under Custom Sites"
      >
        <ProfileTree profiles={profiles} />
      </Form.Item>
      <PermissionFields />
    </FormDialog>
  );
}
