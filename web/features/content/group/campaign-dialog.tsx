import { ReloadOutlined } from '@ant-design/icons';
import { Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { campaignForm, importKmArticles, updateKmCampaigns } from '#domain/contract/article-downloads.ts';
import type { KmCampaign } from '#domain/contract/content.ts';
import { send } from '#web/lib/call.ts';
import { attempt, toast } from '#web/lib/notices.ts';
import { Field } from '#web/ui/field.tsx';
import { texts } from '../texts.ts';

interface CampaignDialogProps {
  open: boolean;
  groupId: number;
  /** As they were listed last. */
  campaigns: KmCampaign[];
  onCampaigns: (campaigns: KmCampaign[]) => void;
  onClose: () => void;
}

/** How long a word on a download is shown, in s (2-content section 9). */
const shownS = 5;
const words = texts.campaigns;

/** Takes the articles of a campaign at Kontent Machine into the group (D-CONT-07). */
export function CampaignDialog({ open, groupId, campaigns, onCampaigns, onClose }: CampaignDialogProps) {
  const [campaignId, setCampaignId] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState<'update' | 'download' | null>(null);
  const update = async () => {
    setBusy('update');
    const answer = await attempt(() => send(updateKmCampaigns, {}), { failed: words.updateFailed });
    setBusy(null);
    if (!answer) return;
    onCampaigns(answer.kmCampaigns);
    toast.success(words.updated(answer.kmCampaigns.length));
  };
  const download = async () => {
    const { data, error } = campaignForm.safeParse({ campaignId: campaignId ?? '' });
    setProblem(error?.issues[0]?.message);
    if (!data) return;
    setBusy('download');
    const body = { articleSource: 'KontentMachine' as const, inputInfo: JSON.stringify(data) };
    const ask = () => send(importKmArticles, { params: { id: groupId }, body });
    const answer = await attempt(ask, { failed: words.failed }, shownS);
    setBusy(null);
    if (!answer) return;
    toast.success(words.downloaded(answer.count), shownS);
    onClose();
  };
  return (
    <Modal
      open={open}
      title={words.title}
      okText={words.download}
      okButtonProps={{ loading: busy === 'download', disabled: busy === 'update' }}
      onOk={() => void download()}
      onCancel={onClose}
      destroyOnHidden
    >
      <Field
        id="km-campaign"
        label={words.label}
        problem={problem}
        hint={campaigns.length === 0 ? words.none : words.hint}
      >
        <Select
          id="km-campaign"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={words.choose}
          value={campaignId}
          options={campaigns.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(next) => {
            setCampaignId(next);
            setProblem(undefined);
          }}
        />
      </Field>
      <Button
        icon={<ReloadOutlined aria-hidden />}
        loading={busy === 'update'}
        disabled={busy === 'download'}
        onClick={() => void update()}
      >
        {words.update}
      </Button>
    </Modal>
  );
}
