import { useQuery } from '@tanstack/react-query';
import { Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { campaignName } from '#domain/contract/campaigns.ts';
import { listStrategies } from '#domain/contract/strategies.ts';
import { send } from '#web/lib/call.ts';
import { toast } from '#web/lib/notices.ts';
import { sessionName } from '#web/lib/session-name.ts';
import { DiagramCards } from '#web/ui/diagram-cards.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { texts } from './texts.ts';

interface NewCampaignDialogProps {
  open: boolean;
  /** `uuid`: of the dialog, which makes one campaign of a name, however often it asks. */
  onCreate: (name: string, uuid: string) => Promise<number>;
  onClose: () => void;
}

const input = z.discriminatedUnion('type', [
  z.object({ name: campaignName, type: z.literal('Manually') }),
  z.object({ name: campaignName, type: z.literal('XWizard'), strategy: z.number({ error: texts.strategy }) }),
]);

/** A new campaign, by hand or from a diagram: the wizard stores nothing until its Create Campaign (D-CAMP-02). */
export function NewCampaignDialog({ open, onCreate, onClose }: NewCampaignDialogProps) {
  const navigate = useNavigate();
  const [uuid, setUuid] = useState(sessionName);
  const submit = async (typed: z.output<typeof input>) => {
    if (typed.type === 'XWizard')
      return () => navigate(`/newcampaign/${typed.strategy}?${new URLSearchParams({ campaignName: typed.name })}`);
    const id = await onCreate(typed.name, uuid);
    toast.success(texts.created);
    return () => navigate(`/campaign/${id}`);
  };
  return (
    <FormDialog
      open={open}
      title="New Campaign"
      okText="Create"
      width={720}
      schema={input}
      initial={{ name: '', type: 'XWizard' }}
      failed={texts.createFailed}
      onSubmit={submit}
      onClose={() => {
        // Another opening is another wish.
        setUuid(sessionName());
        onClose();
      }}
    >
      <Form.Item name="name" label="Name">
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
      <Form.Item name="type" label="Type">
        <Radio.Group>
          <Radio value="Manually">Manually</Radio>
          <Radio value="XWizard">Using X-Wizard</Radio>
        </Radio.Group>
      </Form.Item>
      <Form.Item noStyle dependencies={['type']}>
        {({ getFieldValue }) => getFieldValue('type') === 'XWizard' && <DiagramField />}
      </Form.Item>
    </FormDialog>
  );
}

function DiagramField() {
  const query = useQuery({
    queryKey: ['strategies'],
    queryFn: ({ signal }) => send(listStrategies, { signal }),
  });
  return (
    <QueryGate query={query} failed={texts.diagramsFailed}>
      {({ strategies }) => (
        <Form.Item name="strategy" label="Diagram">
          <DiagramCards strategies={strategies} />
        </Form.Item>
      )}
    </QueryGate>
  );
}
