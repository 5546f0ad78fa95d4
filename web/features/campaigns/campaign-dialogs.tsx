import { Checkbox, Form, Input } from 'antd';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { type Campaign, campaignName } from '#domain/contract/campaigns.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { NameDialog } from '#web/ui/name-dialog.tsx';
import { NewCampaignDialog } from './new-campaign-dialog.tsx';
import { create, rename } from './queries.ts';
import { texts } from './texts.ts';

/** Which dialog of the list is open. */
export type DialogState = { kind: 'new' } | { kind: 'rename' | 'duplicate'; campaign: Campaign } | null;

interface CampaignDialogsProps {
  state: DialogState;
  onClose: () => void;
}

const duplicateInput = z.object({ name: campaignName, useSameAccounts: z.boolean() });

/** New, Rename and Duplicate of the campaigns list. */
export function CampaignDialogs({ state, onClose }: CampaignDialogsProps) {
  const navigate = useNavigate();
  const target = state && state.kind !== 'new' ? state.campaign : null;
  return (
    <>
      <NewCampaignDialog open={state?.kind === 'new'} onCreate={create} onClose={onClose} />
      <NameDialog
        open={state?.kind === 'rename'}
        title="Rename Campaign"
        initialName={target?.name ?? ''}
        schema={campaignName}
        done={texts.renamed}
        failed={texts.renameFailed}
        onSubmit={(name) => rename(target?.id ?? 0, name)}
        onClose={onClose}
      />
      <FormDialog
        open={state?.kind === 'duplicate'}
        title="Duplicate Campaign"
        okText="Duplicate"
        schema={duplicateInput}
        initial={{ name: `${(target?.name ?? '').slice(0, 250)} Copy`, useSameAccounts: false }}
        failed={texts.createFailed}
        onSubmit={async ({ name, useSameAccounts }) => {
          const query = new URLSearchParams({ campaignName: name, useSameAccounts: String(useSameAccounts) });
          await navigate(`/duplicatecampaign/${target?.id}?${query}`);
        }}
        onClose={onClose}
      >
        <Form.Item name="name" label="Name">
          <Input maxLength={255} autoComplete="off" />
        </Form.Item>
        <Form.Item name="useSameAccounts" valuePropName="checked">
          <Checkbox>Use the same accounts</Checkbox>
        </Form.Item>
      </FormDialog>
    </>
  );
}
