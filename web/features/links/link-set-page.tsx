import { Tabs } from 'antd';
import { useParams, useSearchParams } from 'react-router';
import { countOf } from '#web/lib/plural.ts';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { WhileHere } from '#web/ui/while-here.tsx';
import { KeywordsTab } from './keywords/keywords-tab.tsx';
import { LinksTab } from './list/links-tab.tsx';
import { useLinkSetHead } from './queries.ts';
import { texts } from './texts.ts';

/** One link set: its links with their proof, and the keyword mix. */
export function LinkSetPage() {
  const id = Number(useParams().id);
  const head = useLinkSetHead(id);
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') ?? 'links';
  return (
    <QueryGate query={head} failed={texts.loadFailed}>
      {(data) => (
        <WhileHere key={id} campaignId={data.campaign.id} part={{ id, deleted: 'urlListsDeleted' }}>
          <PageFrame
            title={`Links: ${data.urlList.name}`}
            crumbs={[
              { text: 'Campaigns', to: '/campaigns' },
              { text: `Campaign: ${data.campaign.name}`, to: `/campaign/${data.campaign.id}?tab=backlinks` },
              { text: 'Links' },
            ]}
            beside={<span className="quiet">{countOf(data.urlList.count, 'link')}</span>}
          >
            <Tabs
              activeKey={tab}
              onChange={(next) => setParams({ tab: next }, { replace: true })}
              items={[
                { key: 'links', label: 'Links', children: <LinksTab head={data} /> },
                {
                  key: 'keywords',
                  label: 'Keywords',
                  children: <KeywordsTab head={data} isOpen={tab === 'keywords'} />,
                },
              ]}
            />
          </PageFrame>
        </WhileHere>
      )}
    </QueryGate>
  );
}
