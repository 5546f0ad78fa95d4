import { useState } from 'react';
import { useParams } from 'react-router';
import { countOf } from '#web/lib/plural.ts';
import { truncate } from '#web/lib/truncate.ts';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { NothingHere } from '#web/ui/while-here.tsx';
import type { Refused } from './import-dialog.tsx';
import { NetworkGrid } from './network-grid.tsx';
import { keyOfSite, useNetwork } from './queries.ts';
import { shownName, texts } from './texts.ts';

const ImportDialog = fetchedPart(async () => (await import('./import-dialog.tsx')).ImportDialog);
const ProfileDialog = fetchedPart(async () => (await import('./profile-dialog.tsx')).ProfileDialog);
const back = { to: '/private-networks', text: 'Back to the private networks' };

/** One private network: its sites by module and platform. */
export function NetworkPage() {
  const id = Number(useParams().id);
  return <OneNetwork key={id} id={id} />;
}

function OneNetwork({ id }: { id: number }) {
  const [isGone, setIsGone] = useState(false);
  const { query, actions } = useNetwork(id, () => setIsGone(true));
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<'typed' | 'profile' | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  if (isGone) return <NothingHere back={back} />;
  const sites = query.data?.sites ?? [];
  const chosen = sites.filter((site) => picked.has(keyOfSite(site)));
  const show = (next: 'typed' | 'profile' | null) => {
    setRefused(null);
    setOpen(next);
  };
  return (
    <QueryGate query={query} failed={texts.networkFailed}>
      {({ privateNetwork }) => (
        <PageFrame
          title={truncate(privateNetwork.name, shownName)}
          crumbs={[{ text: texts.title, to: '/private-networks' }, { text: privateNetwork.name }]}
          beside={<span className="quiet">{countOf(privateNetwork.count, 'account')}</span>}
        >
          <NetworkGrid
            network={privateNetwork}
            sites={sites}
            chosen={chosen}
            onSelect={setPicked}
            onDelete={actions.removeSites}
            onImport={show}
          />
          <ImportDialog open={open === 'typed'} before={refused} onImport={actions.upload} onClose={() => show(null)} />
          <ProfileDialog
            open={open === 'profile'}
            onImport={actions.takeProfile}
            onRefused={(lines) => {
              setRefused(lines);
              setOpen('typed');
            }}
            onClose={() => setOpen((now) => (now === 'profile' ? null : now))}
          />
        </PageFrame>
      )}
    </QueryGate>
  );
}
