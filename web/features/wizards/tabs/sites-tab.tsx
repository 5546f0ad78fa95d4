import { useQuery } from '@tanstack/react-query';
import { Radio, Select } from 'antd';
import { useMemo } from 'react';
import { topics } from '#domain/contract/live.ts';
import type { Module } from '#domain/contract/modules.ts';
import { listSiteSelections } from '#domain/contract/site-selections.ts';
import { listCatalogueSites } from '#domain/contract/sites.ts';
import { siteChoices, type TierSites } from '#domain/contract/wizards.ts';
import { markOf, partsOfMark } from '#domain/rules/site-choice.ts';
import { isPrivate } from '#domain/rules/wizards/problems.ts';
import { send } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { ChosenSitesGrid } from '#web/ui/chosen-sites.tsx';
import { Field } from '#web/ui/field.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { deletedMeanwhile } from '#web/ui/viewed-select.tsx';
import { CopyFrom } from '../editor/copy-from.tsx';
import { TierTabs } from '../editor/tier-tabs.tsx';
import type { WizardForm } from '../editor/use-wizard-form.ts';
import { texts } from '../texts.ts';

/** Tab Sites: to which sites each tier posts. */
export function SitesTab({ form }: { form: WizardForm }) {
  return (
    <TierTabs form={form} tab="sites">
      {(tier) => <SitesOfTier key={tier} form={form} tier={tier} />}
    </TierTabs>
  );
}

function SitesOfTier({ form, tier }: { form: WizardForm; tier: number }) {
  const choice = form.value.tierSiteSelection[tier - 1];
  const problemAt = form.problemsAt({ tab: 'sites', tier });
  const posting = form.value.projects.filter((node) => node.tier === tier && !isPrivate(node));
  if (!choice) return null;
  if (posting.length === 0)
    return <p className="panel quiet">The projects of this tier post to the sites of their private networks.</p>;
  const change = (part: Partial<TierSites>) =>
    form.change((now) => ({
      ...now,
      tierSiteSelection: now.tierSiteSelection.map((own, at) => (at === tier - 1 ? { ...own, ...part } : own)),
    }));
  const problem = form.problems.find((one) => one.tab === 'sites' && one.tier === tier && !one.field)?.message;
  return (
    <div className="panel">
      <CopyFrom form={form} part="tierSiteSelection" tier={tier} />
      <Radio.Group
        aria-label="Which sites"
        style={{ marginBottom: 16 }}
        value={choice.type}
        options={[
          { value: siteChoices.all, label: 'All sites' },
          { value: siteChoices.selection, label: 'A site selection' },
          { value: siteChoices.manual, label: 'Sites chosen here' },
        ]}
        onChange={(event) => change({ type: event.target.value as TierSites['type'] })}
      />
      {problem && (
        <p role="alert" className="wizard-problem">
          {problem}
        </p>
      )}
      {choice.type === siteChoices.all && (
        <p className="quiet">
          Every site of the catalogue that a project of the tier can post to, premium boxes to premium sites alone.
        </p>
      )}
      {choice.type === siteChoices.selection && (
        <SelectionField choice={choice} problem={problemAt('siteSelectionId')} change={change} />
      )}
      {choice.type === siteChoices.manual && (
        <>
          {problemAt('selectedSites') && (
            <p role="alert" className="wizard-problem">
              {problemAt('selectedSites')}
            </p>
          )}
          <ManualSites choice={choice} modules={new Set(posting.map(({ module }) => module))} change={change} />
        </>
      )}
    </div>
  );
}

interface ChoiceProps {
  choice: TierSites;
  change: (part: Partial<TierSites>) => void;
}

const selectionsKey = ['wizard-site-selections'];

function SelectionField({ choice, problem, change }: ChoiceProps & { problem: string | undefined }) {
  useTopic(topics.siteSelections, () => void queryClient.invalidateQueries({ queryKey: selectionsKey }));
  const { data, isPending } = useQuery({
    queryKey: selectionsKey,
    queryFn: ({ signal }) => send(listSiteSelections, { signal }),
  });
  const rows = data?.site_selections ?? [];
  const isKnown = rows.some(({ id }) => id === choice.siteSelectionId);
  const lost = data && choice.siteSelectionId !== null && !isKnown ? deletedMeanwhile : undefined;
  return (
    <div className="wizard-form">
      <Field id="siteSelectionId" label="Site selection" problem={problem ?? lost}>
        <Select
          id="siteSelectionId"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="Choose a site selection"
          loading={isPending}
          value={isKnown ? choice.siteSelectionId : null}
          options={rows.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(siteSelectionId) => change({ siteSelectionId })}
        />
      </Field>
    </div>
  );
}

function ManualSites({ choice, modules, change }: ChoiceProps & { modules: ReadonlySet<Module> }) {
  const query = useQuery({
    queryKey: ['catalogue-sites'],
    queryFn: ({ signal }) => send(listCatalogueSites, { signal }),
  });
  useTopic(topics.customSites, () => void queryClient.invalidateQueries({ queryKey: ['catalogue-sites'] }));
  const modulesText = [...modules].join();
  const sites = useMemo(
    () => (query.data?.sites ?? []).filter(({ id }) => modulesText.split(',').includes(id.module)),
    [query.data, modulesText],
  );
  const chosen = useMemo(
    () => new Set(choice.selectedSites.map(({ module, siteId }) => markOf(module, siteId))),
    [choice.selectedSites],
  );
  return (
    <QueryGate query={query} failed={texts.sitesFailed}>
      {() => (
        <ChosenSitesGrid
          label="Sites of the tier"
          sites={sites}
          chosen={chosen}
          onChoose={(next) =>
            change({
              selectedSites: [...next].map((mark) => {
                const { module, name } = partsOfMark(mark);
                return { module: module as Module, siteId: name };
              }),
            })
          }
        />
      )}
    </QueryGate>
  );
}
