import { useState } from 'react';
import { getPrivateNetwork } from '#domain/contract/private-networks.ts';
import type { ProjectPage, SiteRow } from '#domain/contract/projects/projects.ts';
import { send } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { Field } from '#web/ui/field.tsx';
import { ViewedSelect } from '#web/ui/viewed-select.tsx';
import { texts } from '../texts.ts';
import type { ProjectForm } from '../use-project-form.ts';

interface PrivateSourceProps {
  data: ProjectPage<'private'>;
  form: ProjectForm<'private'>;
}

/** The private network whose sites the project posts to; another one brings its own sites. */
export function PrivateSource({ data, form }: PrivateSourceProps) {
  const { module, profileId: storedId } = data.project;
  const [isLoading, setIsLoading] = useState(false);
  const choose = async (id: number | null) => {
    form.change({ profileId: id });
    if (id === null) return form.offer([]);
    if (id === storedId) return form.offer(data.sites);
    setIsLoading(true);
    const network = await attempt(() => send(getPrivateNetwork, { params: { id } }), { failed: texts.networkFailed });
    setIsLoading(false);
    const own = network?.sites.filter((site) => site.serves.includes(module)) ?? [];
    form.offer(
      own.map(
        (site): SiteRow => ({
          ...bare,
          id: { module: site.group, siteId: site.siteId },
          email: site.email,
          platform: site.platform,
          version: 0,
        }),
      ),
    );
  };
  return (
    <Field
      id="profileId"
      label="Private network"
      problem={form.problemAt('profileId')}
      hint={hintOf(form, isLoading, data.privateNetworks?.length ?? 0)}
    >
      <ViewedSelect
        id="profileId"
        what="private network"
        value={form.value.profileId}
        rows={data.privateNetworks ?? []}
        disabled={!form.isEditing || isLoading}
        path="/private-network/"
        onChange={(id) => void choose(id)}
      />
    </Field>
  );
}

function hintOf({ value, rows }: ProjectForm<'private'>, isLoading: boolean, nNetworks: number): string | undefined {
  if (isLoading) return 'Loading its sites';
  if (value.profileId !== null)
    return rows.length === 0
      ? 'No site of it can take posts of this type'
      : `${countOf(rows.length, 'site')} of it can take posts of this type`;
  return nNetworks === 0 ? 'There is no private network yet' : undefined;
}

/** A site that this project has not worked on. */
const bare = {
  pr: 0,
  dofollow: false,
  dofollowReadAt: null,
  dueAt: null,
  status: 'NONE',
  waitInfo: null,
  checked: false,
  postUrl: null,
  proof: null,
} as const;
