import type { Wizard } from '#domain/contract/wizards.ts';
import { IndexerFields } from '#web/ui/indexer-fields.tsx';
import { TierTabs } from '../editor/tier-tabs.tsx';
import type { WizardForm } from '../editor/use-wizard-form.ts';

/** Tab Indexer: which services are told of the pages of each tier. */
export function IndexerTab({ form }: { form: WizardForm }) {
  const put = (tier: number, part: Partial<{ useIndexers: boolean; indexers: string[] }>) =>
    form.change((now) => {
      const changed = <K extends 'useIndexers' | 'indexers'>(field: K): Wizard[K] =>
        (now[field] as unknown[]).map((own, at) => (at === tier - 1 ? (part[field] ?? own) : own)) as Wizard[K];
      return { ...now, useIndexers: changed('useIndexers'), indexers: changed('indexers') };
    });
  return (
    <TierTabs form={form} tab="indexer">
      {(tier) => (
        <div className="panel">
          <IndexerFields
            value={{
              useIndexers: form.value.useIndexers[tier - 1] ?? false,
              indexers: form.value.indexers[tier - 1] ?? [],
            }}
            problem={form.problemsAt({ tab: 'indexer', tier })('indexers')}
            onChange={(part) => put(tier, part)}
          />
        </div>
      )}
    </TierTabs>
  );
}
