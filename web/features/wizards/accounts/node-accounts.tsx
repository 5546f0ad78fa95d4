import { useQuery } from '@tanstack/react-query';
import { Input, InputNumber, Radio, Select } from 'antd';
import { campaignsWithProfiles } from '#domain/contract/accounts.ts';
import { topics } from '#domain/contract/live.ts';
import { moduleLabels } from '#domain/contract/modules.ts';
import { listPrivateNetworks } from '#domain/contract/private-networks.ts';
import type { WizardNode } from '#domain/contract/wizards.ts';
import { setAccounts } from '#domain/rules/wizards/edit.ts';
import { isPrivate } from '#domain/rules/wizards/problems.ts';
import { send } from '#web/lib/call.ts';
import { countOf } from '#web/lib/plural.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { Field } from '#web/ui/field.tsx';
import { deletedMeanwhile } from '#web/ui/viewed-select.tsx';
import type { WizardForm } from '../editor/use-wizard-form.ts';

interface NodeProps {
  form: WizardForm;
  node: WizardNode;
}

/** With which accounts one project posts; the others of its group have theirs from the same place. */
export function NodeAccounts({ form, node }: NodeProps) {
  const group = form.value.projects.filter((one) => node.group !== '' && one.group === node.group);
  const others = group.filter(({ id }) => id !== node.id);
  const fault = form.problems.find((one) => one.tab === 'accounts' && one.node === node.id && !one.field)?.message;
  return (
    <div className="panel">
      <div className="wizard-form">
        <p className="quiet">
          {moduleLabels[node.module]}
          {node.premium ? ', premium sites alone' : ''}
          {others.length > 0 && `. Shares its accounts with ${others.map(({ name }) => name).join(', ')}`}
        </p>
        {fault && (
          <p role="alert" className="wizard-problem">
            {fault}
          </p>
        )}
        {isPrivate(node) ? <NetworkFields form={form} node={node} /> : <ProfileFields form={form} node={node} />}
      </div>
    </div>
  );
}

function ProfileFields({ form, node }: NodeProps) {
  const change = (part: Parameters<typeof setAccounts>[2]) => form.change((now) => setAccounts(now, node.id, part));
  return (
    <>
      <Radio.Group
        aria-label="Accounts"
        style={{ marginBottom: 16 }}
        value={node.createNewAccount}
        options={[
          { value: true, label: 'Create New Accounts' },
          { value: false, label: 'Use Existing Accounts' },
        ]}
        onChange={(event) => change({ createNewAccount: event.target.value as boolean })}
      />
      {node.createNewAccount ? (
        <Field
          id="profileName"
          label="Account Store Name"
          hint="Optional: how the profile of the new accounts is called"
        >
          <Input
            id="profileName"
            maxLength={255}
            value={node.profileName}
            onChange={(event) => change({ profileName: event.target.value })}
          />
        </Field>
      ) : (
        <ProfileSelect form={form} node={node} onChange={(profileId) => change({ profileId })} />
      )}
    </>
  );
}

/** Campaigns, with their profiles under the names of their groups (D-ACC-07). */
function ProfileSelect({ form, node, onChange }: NodeProps & { onChange: (id: number) => void }) {
  const { data, isPending } = useQuery({
    queryKey: ['campaigns-with-profiles'],
    queryFn: ({ signal }) => send(campaignsWithProfiles, { signal }),
    gcTime: 0,
  });
  const campaigns = (data?.campaigns ?? []).filter(({ profiles }) => profiles.length > 0);
  const isKnown = campaigns.some(({ profiles }) => profiles.some(({ id }) => id === node.profileId));
  const problemAt = form.problemsAt({ tab: 'accounts', node: node.id });
  const lost = data && node.profileId !== null && !isKnown ? deletedMeanwhile : undefined;
  return (
    <Field id="profileId" label="Account profile" problem={problemAt('profileId') ?? lost}>
      <Select
        id="profileId"
        showSearch={{ optionFilterProp: 'label' }}
        loading={isPending}
        placeholder="The profile that holds the logins"
        value={isKnown ? node.profileId : null}
        options={campaigns.map(({ name, profiles }) => ({
          label: name,
          title: name,
          options: profiles.map((profile) => ({
            value: profile.id,
            label: `${profile.group ? `${profile.group} › ` : ''}${profile.name} (${countOf(profile.count, 'account')})`,
            title: profile.name,
          })),
        }))}
        notFoundContent={isPending ? 'Loading' : 'There is no account profile yet'}
        onChange={(id: number | null) => id !== null && onChange(id)}
      />
    </Field>
  );
}

const networksKey = ['wizard-networks'];

function NetworkFields({ form, node }: NodeProps) {
  useTopic(topics.privateNetworks, () => void queryClient.invalidateQueries({ queryKey: networksKey }));
  const { data, isPending } = useQuery({
    queryKey: networksKey,
    queryFn: ({ signal }) => send(listPrivateNetworks, { signal }),
  });
  const networks = data?.privateNetworks ?? [];
  const isKnown = networks.some(({ id }) => id === node.profileId);
  const lost = data && node.profileId !== null && !isKnown ? deletedMeanwhile : undefined;
  const problemAt = form.problemsAt({ tab: 'accounts', node: node.id });
  const change = (part: Partial<WizardNode>) =>
    form.change((now) => ({
      ...now,
      projects: now.projects.map((one) => (one.id === node.id ? { ...one, ...part } : one)),
    }));
  return (
    <div className="fields-2">
      <Field id="profileId" label="Private network" problem={problemAt('profileId') ?? lost}>
        <Select
          id="profileId"
          showSearch={{ optionFilterProp: 'label' }}
          loading={isPending}
          placeholder="Choose a private network"
          value={isKnown ? node.profileId : null}
          options={networks.map(({ id, name, count }) => ({ value: id, label: `${name} (${countOf(count, 'site')})` }))}
          onChange={(profileId) => form.change((now) => setAccounts(now, node.id, { profileId }))}
        />
      </Field>
      <Field id="numberOfPosts" label="Number of posts" problem={problemAt('numberOfPosts')} hint="0 means unlimited">
        <InputNumber<number>
          id="numberOfPosts"
          value={node.numberOfPosts}
          onChange={(numberOfPosts) => change({ numberOfPosts })}
        />
      </Field>
    </div>
  );
}
