import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useRef, useState } from 'react';
import { campaignsWithProfiles } from '#domain/contract/accounts.ts';
import { send } from '#web/lib/call.ts';
import { countOf } from '#web/lib/plural.ts';
import { deletedMeanwhile } from './viewed-select.tsx';

type Campaigns = ReturnType<typeof campaignsWithProfiles.reply.parse>['campaigns'];
type Profile = Campaigns[number]['profiles'][number];

/** The value is read out to those who hear the page, so that it is the name. */
interface Branch {
  value: string;
  title: string;
  /** Of a profile; the others only open. */
  profileId?: number;
  children?: Branch[];
}

/** Above this many profiles the campaigns are closed at first. */
const mostOpen = 100;

const keyOf = ({ id, name }: Profile) => `${name}, profile ${id}`;
const leafOf = (profile: Profile): Branch => ({
  value: keyOf(profile),
  title: `${profile.name} (${countOf(profile.count, 'account')})`,
  profileId: profile.id,
});

/** Campaigns, under them the groups that have a name, under them the profiles (D-ACC-07). */
function treeOf(campaigns: Campaigns): Branch[] {
  return campaigns.map(({ id, name, profiles }) => {
    const byGroup = Map.groupBy(profiles, ({ group }) => group ?? '');
    const groups = [...byGroup].filter(([group]) => group !== '');
    return {
      ...{ value: `${name}, campaign ${id}`, title: name },
      children: [
        ...groups.map(([group, own]) => ({
          ...{ value: `${group}, group of campaign ${id}`, title: group },
          children: own.map(leafOf),
        })),
        ...(byGroup.get('') ?? []).map(leafOf),
      ],
    };
  });
}

/** All account profiles; gives what a field is told of a profile that is not among them any more. */
export function useProfiles(isAsked = true) {
  const { data, isPending } = useQuery({
    queryKey: ['campaigns-with-profiles'],
    queryFn: ({ signal }) => send(campaignsWithProfiles, { signal }),
    enabled: isAsked,
    gcTime: 0,
  });
  const campaigns = (data?.campaigns ?? []).filter(({ profiles }) => profiles.length > 0);
  const find = (id: number | null) => campaigns.flatMap(({ profiles }) => profiles).find((one) => one.id === id);
  const lostText = (id: number | null) => (data && id !== null && !find(id) ? deletedMeanwhile : undefined);
  return { campaigns, isPending, find, lostText };
}

interface ProfileTreeProps {
  /** Handed over by the form, as value and onChange. */
  id?: string;
  value?: number | null;
  onChange?: (id: number) => void;
  profiles: ReturnType<typeof useProfiles>;
}

/** Chooses one account profile in the tree of campaigns and groups; it is searched by their names. */
export function ProfileTree({ id, value = null, onChange, profiles }: ProfileTreeProps) {
  const { campaigns, isPending, find } = profiles;
  const [isOpen, setIsOpen] = useState(false);
  const isBranch = useRef(false);
  const chosen = find(value);
  const nProfiles = campaigns.reduce((sum, one) => sum + one.profiles.length, 0);
  return (
    <TreeSelect<string | null, Branch>
      // What is open at first is settled once it is known how much there is.
      key={isPending ? 'loading' : 'loaded'}
      id={id}
      showSearch={{ treeNodeFilterProp: 'title' }}
      loading={isPending}
      placeholder="The profile that holds the logins"
      treeDefaultExpandAll={nProfiles <= mostOpen}
      treeExpandAction="click"
      treeData={treeOf(campaigns)}
      value={chosen ? keyOf(chosen) : null}
      notFoundContent={isPending ? 'Loading' : 'There is no account profile yet'}
      // The field says that it controls a list of this id, which the tree alone does not have.
      popupRender={(tree) => (
        <section id={`${id}_list`} aria-label="Account profiles">
          {tree}
        </section>
      )}
      open={isOpen}
      onOpenChange={(next) => {
        // A campaign is opened, not chosen: the list stays.
        if (!isBranch.current) setIsOpen(next);
        isBranch.current = false;
      }}
      onSelect={(_, { profileId }) => {
        isBranch.current = profileId === undefined;
        if (profileId !== undefined) onChange?.(profileId);
      }}
    />
  );
}
