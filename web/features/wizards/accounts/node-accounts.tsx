import { useQuery } from '@tanstack/react-query';
import { Input, InputNumber, Radio, Select } from 'antd';
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
import { ProfileTree, useProfiles } from '#web/ui/profile-tree.tsx';
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
        <ProfileField form={form} node={node} onChange={(profileId) => change({ profileId })} />
      )}
    </>
  );
}

function ProfileField({ form, node, onChange }: NodeProps & { onChange: (id: number) => void }) {
  const profiles = useProfiles();
  const problem = form.problemsAt({ tab: 'accounts', node: node.id })('profileId');
  return (
    <Field id="profileId" label="Account profile" problem={problem ?? profiles.lostText(node.profileId)}>
      <ProfileTree id="profileId" value={node.profileId} onChange={onChange} profiles={profiles} />
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
