import { useListAddress } from '#web/lib/address.ts';
import { countOf } from '#web/lib/plural.ts';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { firstView, MailboxGrid } from './mailbox-grid.tsx';
import { useMailboxCounts } from './queries.ts';
import { texts } from './texts.ts';

/** The operator's list of mailboxes, from which account creation draws. */
export function EmailsPage() {
  const counts = useMailboxCounts();
  const [view, setView] = useListAddress(firstView);
  return (
    <QueryGate query={counts} failed={texts.loadFailed}>
      {({ nAll, nChecking }) => (
        <PageFrame
          title="Email Manager"
          crumbs={[{ text: 'Email Manager' }]}
          beside={<span className="quiet">{countOf(nAll, 'mailbox', 'mailboxes')}</span>}
        >
          <MailboxGrid total={nAll} nChecking={nChecking} view={view} onView={setView} />
        </PageFrame>
      )}
    </QueryGate>
  );
}
