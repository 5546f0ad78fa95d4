import { Form, Input, Radio, Select } from 'antd';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { campaignName } from '#domain/contract/campaigns.ts';
import type { Strategy } from '#domain/contract/strategies.ts';
import { toast } from '#web/lib/notices.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';

import { texts } from './texts.ts';
import './campaigns.css';

interface NewCampaignDialogProps {
  open: boolean;
  strategies: Strategy[];
  onCreate: (name: string) => Promise<number>;
  onClose: () => void;
}

const input = z
  .object({ name: campaignName, type: z.enum(['Manually', 'XWizard']), strategyId: z.number().nullish() })
  .refine((value) => value.type === 'Manually' || value.strategyId != null, {
    path: ['strategyId'],
    message: texts.strategyRequired,
    when: () => true,
  });

/** A new campaign by hand, or the way into the wizard with a strategy (D-CAMP-02). */
export function NewCampaignDialog({ open, strategies, onCreate, onClose }: NewCampaignDialogProps) {
  const navigate = useNavigate();
  const submit = async (value: z.output<typeof input>) => {
    if (value.type === 'Manually') {
      const id = await onCreate(value.name);
      toast.success(texts.created);
      return () => navigate(`/campaign/${id}`);
    }
    return () => navigate(`/newcampaign/${value.strategyId}?${new URLSearchParams({ campaignName: value.name })}`);
  };
  return (
    <FormDialog
      open={open}
      title="New Campaign"
      okText="Create"
      schema={input}
      // The wizard comes first, but without a strategy there is nothing to start it from.
      initial={{ name: '', type: strategies.length > 0 ? 'XWizard' : 'Manually' }}
      failed={texts.createFailed}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="name" label="Name">
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
      <Form.Item name="type" label="Type">
        <Radio.Group>
          <Radio value="Manually">Manually</Radio>
          <Radio value="XWizard" disabled={strategies.length === 0}>
            Using X-Wizard
          </Radio>
        </Radio.Group>
      </Form.Item>
      <Form.Item noStyle dependencies={['type', 'strategyId']}>
        {({ getFieldValue }) =>
          getFieldValue('type') === 'XWizard' && (
            <>
              <Form.Item name="strategyId" label="Strategy">
                <Select
                  showSearch={{ optionFilterProp: 'label' }}
                  placeholder="Search a strategy"
                  options={strategies.map(({ id, name }) => ({ value: id, label: name }))}
                />
              </Form.Item>
              <DiagramPreview strategy={strategies.find(({ id }) => id === getFieldValue('strategyId'))} />
            </>
          )
        }
      </Form.Item>
    </FormDialog>
  );
}

function DiagramPreview({ strategy }: { strategy: Strategy | undefined }) {
  if (!strategy?.img) return null;
  return (
    <figure className="diagram-preview">
      {/* As a picture: scripts in an SVG do not run there. */}
      <img src={`data:image/svg+xml,${encodeURIComponent(strategy.img)}`} alt={`Diagram of ${strategy.name}`} />
      <figcaption className="quiet">{strategy.description}</figcaption>
    </figure>
  );
}
