import { Button, Result } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { topics } from '#domain/contract/live.ts';
import { useTopic } from '#web/lib/use-topic.ts';

interface Way {
  to: string;
  text: string;
}

const toCampaigns: Way = { to: '/campaigns', text: 'Back to campaigns' };

/** In place of what is not there any more, whether it was so on loading or became so on the screen. */
export function NothingHere({ back = toCampaigns }: { back?: Way }) {
  useEffect(() => {
    document.title = 'There is nothing here · Linkwright';
  }, []);
  return (
    <Result
      // An alert: what the operator was reading has gone from under them.
      role="alert"
      status="404"
      title={<h1 className="result-title">There is nothing here</h1>}
      subTitle="It may have been deleted in another window."
      extra={
        <Link to={back.to}>
          <Button type="primary" tabIndex={-1}>
            {back.text}
          </Button>
        </Link>
      }
    />
  );
}

interface WhileHereProps {
  campaignId: number;
  /** The thing of that campaign which the page shows; left out by the page of the campaign itself. */
  part?: { id: number; deleted: 'projectsDeleted' | 'profilesDeleted' | 'urlListsDeleted' };
  children: ReactNode;
}

/**
 * The page until what it shows is deleted, alone or with its campaign. Its forms and dialogs go with it, and
 * with them the question before leaving: there is nothing left to save to. Needs a `key` of its own per thing.
 */
export function WhileHere({ campaignId, part, children }: WhileHereProps) {
  const [gone, setGone] = useState<'part' | 'campaign' | null>(null);
  useTopic(topics.campaigns, (events) => {
    const isGone = events.some((event) => event.action === 'campaignsDeleted' && event.ids.includes(campaignId));
    if (isGone) setGone('campaign');
  });
  useTopic(part ? topics.campaign(campaignId) : null, (events) => {
    const isGone = events.some(
      (event) => part && event.action === part.deleted && 'ids' in event && event.ids.includes(part.id),
    );
    if (isGone) setGone((before) => before ?? 'part');
  });
  if (gone === null) return children;
  return gone === 'part' ? (
    <NothingHere back={{ to: `/campaign/${campaignId}`, text: 'Back to the campaign' }} />
  ) : (
    <NothingHere />
  );
}
