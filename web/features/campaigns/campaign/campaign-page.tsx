import { Switch, Tabs } from 'antd';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { attempt, toast } from '#web/lib/notices.ts';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { Term } from '#web/ui/term.tsx';
import { WhileHere } from '#web/ui/while-here.tsx';
import { ProjectsTab } from '../tabs/projects-tab.tsx';
import type { CampaignData } from './live.ts';
import { switchScheduler, useCampaign } from './queries.ts';
import { texts } from './texts.ts';
import { useCaptchaCheck } from './use-captcha-check.ts';

const LinkSetsTab = fetchedPart(async () => (await import('../tabs/link-sets-tab.tsx')).LinkSetsTab);
const ProfilesTab = fetchedPart(async () => (await import('../tabs/profiles-tab.tsx')).ProfilesTab);

/** One campaign: its projects, account profiles and link sets. */
export function CampaignPage() {
  const id = Number(useParams().id);
  const query = useCampaign(id);
  useCaptchaCheck(id);
  return (
    <QueryGate query={query} failed={texts.loadFailed}>
      {(data) => (
        <WhileHere key={id} campaignId={id}>
          <CampaignView data={data} />
        </WhileHere>
      )}
    </QueryGate>
  );
}

function CampaignView({ data }: { data: CampaignData }) {
  const [params, setParams] = useSearchParams();
  const { campaign } = data;
  const tabLabel = (text: string, count: number) => (
    <span>
      {text} <span className="quiet">{count}</span>
    </span>
  );
  return (
    <PageFrame
      title={`Campaign: ${campaign.name}`}
      crumbs={[{ text: 'Campaigns', to: '/campaigns' }, { text: 'Campaign' }]}
      actions={<SchedulerSwitch id={campaign.id} isActive={campaign.campaignStatus === 'ACTIVE'} />}
    >
      <Tabs
        activeKey={params.get('tab') ?? 'projects'}
        onChange={(tab) => setParams({ tab }, { replace: true })}
        items={[
          { key: 'projects', label: tabLabel('Projects', data.projects.length), children: <ProjectsTab data={data} /> },
          { key: 'accounts', label: tabLabel('Accounts', data.profiles.length), children: <ProfilesTab data={data} /> },
          {
            key: 'backlinks',
            label: tabLabel('Backlinks', data.urlLists.length),
            children: <LinkSetsTab data={data} />,
          },
        ]}
      />
    </PageFrame>
  );
}

function SchedulerSwitch({ id, isActive }: { id: number; isActive: boolean }) {
  const [isPending, setIsPending] = useState(false);
  const flip = async (next: boolean) => {
    setIsPending(true);
    const work = () => switchScheduler(id, next);
    const changed = await attempt(work, { failed: next ? texts.resumeFailed : texts.pauseFailed });
    if (changed) toast.success(next ? texts.resumed : texts.paused);
    else if (changed === false) toast.info(next ? texts.wasActive : texts.wasPaused);
    setIsPending(false);
  };
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 10px' }}>
      <Term hint={texts.schedulerHint}>
        <span id="scheduler-status">Campaign Scheduler Status</span>
      </Term>
      <Switch
        aria-labelledby="scheduler-status"
        checked={isActive}
        loading={isPending}
        onChange={(next) => void flip(next)}
      />
      <strong>{isActive ? 'Active' : 'Inactive'}</strong>
    </span>
  );
}
