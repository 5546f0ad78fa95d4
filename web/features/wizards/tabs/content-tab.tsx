import { useQuery } from '@tanstack/react-query';
import { listContentGroups } from '#domain/contract/content.ts';
import { topics } from '#domain/contract/live.ts';
import type { TierContent } from '#domain/contract/wizards.ts';
import { send } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { Field } from '#web/ui/field.tsx';
import { MediaFields } from '#web/ui/media-fields.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { ViewedSelect } from '#web/ui/viewed-select.tsx';
import { CopyFrom } from '../editor/copy-from.tsx';
import { TierTabs } from '../editor/tier-tabs.tsx';
import type { WizardForm } from '../editor/use-wizard-form.ts';

const groupsKey = ['wizard-content-groups'];

/** Tab Content: articles, images and videos of each tier. */
export function ContentTab({ form }: { form: WizardForm }) {
  useTopic(topics.contentGroups, () => void queryClient.invalidateQueries({ queryKey: groupsKey }));
  const query = useQuery({ queryKey: groupsKey, queryFn: ({ signal }) => send(listContentGroups, { signal }) });
  return (
    <QueryGate query={query} failed="Failed to load content groups. Unexpected error">
      {({ contentGroups }) => (
        <TierTabs form={form} tab="content">
          {(tier) => <ContentOfTier key={tier} form={form} tier={tier} groups={contentGroups} />}
        </TierTabs>
      )}
    </QueryGate>
  );
}

interface ContentProps {
  form: WizardForm;
  tier: number;
  groups: readonly { id: number; name: string }[];
}

function ContentOfTier({ form, tier, groups }: ContentProps) {
  const content = form.value.content[tier - 1];
  const problemAt = form.problemsAt({ tab: 'content', tier });
  if (!content) return null;
  const change = (part: Partial<TierContent>) =>
    form.change((now) => ({
      ...now,
      content: now.content.map((own, at) => (at === tier - 1 ? { ...own, ...part } : own)),
    }));
  return (
    <div className="panel">
      <CopyFrom form={form} part="content" tier={tier} />
      <div className="wizard-form">
        <Field
          id="contentGroupId"
          label="Content group to take articles from"
          problem={problemAt('contentGroupId')}
          hint="The articles that are posted"
        >
          <ViewedSelect
            id="contentGroupId"
            what="content group"
            value={content.contentGroupId}
            rows={groups}
            disabled={false}
            path="/content-group/"
            // One that was deleted is told, and stays what the wizard has until another one is chosen.
            onChange={(contentGroupId) => contentGroupId !== null && change({ contentGroupId })}
          />
        </Field>
        {(['image', 'video'] as const).map((kind) => (
          <div key={kind} style={{ marginBottom: 16 }}>
            <MediaFields kind={kind} value={content} problemAt={problemAt} onChange={change} />
          </div>
        ))}
      </div>
    </div>
  );
}
