import { useQuery } from '@tanstack/react-query';
import { Result } from 'antd';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { getCampaign } from '#domain/contract/campaigns.ts';
import { getWizard, type Wizard } from '#domain/contract/wizards.ts';
import { openPackedText } from '#domain/rules/packed-text.ts';
import { setSameAccounts, withComingStart } from '#domain/rules/wizards/edit.ts';
import { readWizard } from '#domain/rules/wizards/fit.ts';
import { tiersOf } from '#domain/rules/wizards/problems.ts';
import { send } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { sessionName } from '#web/lib/session-name.ts';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { texts } from '../texts.ts';
import { begin } from './begin.ts';
import { WizardEditor } from './wizard-editor.tsx';

const load = (id: number, signal?: AbortSignal) =>
  send(getWizard, { params: { id }, quietOn: [404], ...(signal ? { signal } : {}) });

/** Once it is open, an editor decides itself what it shows of later states. */
const once = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false };

/** The editor of a stored wizard. */
export function WizardPage() {
  const id = Number(useParams().id);
  return <StoredWizard key={id} id={id} />;
}

function StoredWizard({ id }: { id: number }) {
  const query = useQuery({ queryKey: ['wizard', id], queryFn: ({ signal }) => load(id, signal), ...once });
  return (
    <QueryGate query={query} failed={texts.loadFailed}>
      {(data) => (
        <WizardEditor kind="stored" {...data} reload={() => attempt(() => load(id), { failed: texts.loadFailed })} />
      )}
    </QueryGate>
  );
}

/** A wizard begun with a diagram (route newwizard). */
export function NewWizardPage() {
  return <FromDiagram key={useParams().id} kind="newWizard" />;
}

/** A campaign begun with a diagram (route newcampaign). */
export function NewCampaignPage() {
  return <FromDiagram key={useParams().id} kind="newCampaign" />;
}

/** A name in the address, as long as names may be. */
const nameIn = (query: URLSearchParams, name: string): string => (query.get(name) ?? '').slice(0, 255);

function FromDiagram({ kind }: { kind: 'newWizard' | 'newCampaign' }) {
  const id = Number(useParams().id);
  const [query] = useSearchParams();
  const [names] = useState({ name: nameIn(query, 'wizardName'), campaignName: nameIn(query, 'campaignName') });
  const begun = useQuery({ queryKey: ['begin', id, names], queryFn: () => begin(id, names), ...once });
  return (
    <QueryGate query={begun} failed={texts.initFailed}>
      {(wizard) => <WizardEditor kind={kind} wizard={wizard} edition={null} />}
    </QueryGate>
  );
}

/** A campaign begun with another one's wizard (route duplicatecampaign). */
export function DuplicatePage() {
  return <FromCampaign key={useParams().id} />;
}

function FromCampaign() {
  const id = Number(useParams().id);
  const [query] = useSearchParams();
  const [asked] = useState({
    campaignName: nameIn(query, 'campaignName'),
    isSame: query.get('useSameAccounts') === 'true',
  });
  const found = useQuery({
    queryKey: ['duplicate', id, asked],
    queryFn: async ({ signal }) => {
      const { campaign } = await send(getCampaign, { params: { id }, signal, quietOn: [404] });
      return { wizard: readDuplicate(campaign.wizardString, asked), isByWizard: campaign.wizardString !== null };
    },
    ...once,
  });
  return (
    <QueryGate query={found} failed={texts.duplicateFailed}>
      {({ wizard, isByWizard }) =>
        wizard ? (
          <WizardEditor kind="duplicate" wizard={wizard} edition={null} />
        ) : (
          <Result
            status="warning"
            title={<h1 className="result-title">{isByWizard ? texts.duplicateFailed : texts.notByWizard}</h1>}
          />
        )
      }
    </QueryGate>
  );
}

function readDuplicate(packed: string | null, { campaignName, isSame }: { campaignName: string; isSame: boolean }) {
  if (packed === null) return null;
  try {
    const wizard = readWizard(openPackedText(packed));
    if (!wizard) return null;
    const fresh: Wizard = { ...wizard, id: null, saveWizard: false, campaignName, seed: sessionName() };
    const coming = withComingStart(fresh, new Date());
    return tiersOf(fresh).reduce((now, tier) => setSameAccounts(now, tier, isSame), coming);
  } catch {
    return null;
  }
}
