import { useParams } from 'react-router';
import { useListAddress } from '#web/lib/address.ts';
import { countOf } from '#web/lib/plural.ts';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { WhileHere } from '#web/ui/while-here.tsx';
import { AccountsGrid, firstView } from './accounts-grid.tsx';
import { useProfileHead } from './queries.ts';
import { texts } from './texts.ts';

/** The accounts of one profile. */
export function AccountsPage() {
  const id = Number(useParams().id);
  const head = useProfileHead(id);
  const [view, setView] = useListAddress(firstView);
  return (
    <QueryGate query={head} failed={texts.loadFailed}>
      {({ campaign, profile }) => (
        <WhileHere key={id} campaignId={campaign.id} part={{ id, deleted: 'profilesDeleted' }}>
          <PageFrame
            title={`Accounts: ${profile.name}`}
            crumbs={[
              { text: 'Campaigns', to: '/campaigns' },
              { text: `Campaign: ${campaign.name}`, to: `/campaign/${campaign.id}?tab=accounts` },
              { text: 'Accounts' },
            ]}
            beside={<span className="quiet">{countOf(profile.count, 'account')}</span>}
          >
            <AccountsGrid profile={profile} view={view} onView={setView} />
          </PageFrame>
        </WhileHere>
      )}
    </QueryGate>
  );
}
