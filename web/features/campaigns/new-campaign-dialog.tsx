import { Form, Input, Radio } from 'antd';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { campaignName } from '#domain/contract/campaigns.ts';
import { toast } from '#web/lib/notices.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { texts } from './texts.ts';

interface NewCampaignDialogProps {
  open: boolean;
  onCreate: (name: string) => Promise<number>;
  onClose: () => void;
}

const input = z.object({ name: campaignName, type: z.literal('Manually') });

/** A new campaign by hand; the wizard's way (D-CAMP-02) is named, but not open before there is one. */
export function NewCampaignDialog({ open, onCreate, onClose }: NewCampaignDialogProps) {
  const navigate = useNavigate();
  const submit = async ({ name }: z.output<typeof input>) => {
    const id = await onCreate(name);
    toast.success(texts.created);
    return () => navigate(`/campaign/${id}`);
  };
  return (
    <FormDialog
      open={open}
      title="New Campaign"
      okText="Create"
      schema={input}
      initial={{ name: '', type: 'Manually' }}
      failed={texts.createFailed}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="name" label="Name">
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
      <Form.Item name="type" label="Type" extra={texts.noWizard}>
        <Radio.Group>
          <Radio value="Manually">Manually</Radio>
          <Radio value="XWizard" disabled>
            Using X-Wizard
          </Radio>
        </Radio.Group>
      </Form.Item>
    </FormDialog>
  );
}
