import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { type AriaAttributes, useMemo, useRef, useState } from 'react';
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
const campaignKey = ({ id, name }: Campaigns[number]) => `${name}, campaign ${id}`;
const groupKey = (group: string, { id }: Campaigns[number]) => `${group}, group of campaign ${id}`;
const leafOf = (profile: Profile): Branch => ({
  value: keyOf(profile),
  title: `${profile.name} (${countOf(profile.count, 'account')})`,
  profileId: profile.id,
});

/** A campaign, under it the groups that have a name, under them the profiles (D-ACC-07). */
function branchOf(campaign: Campaigns[number]): Branch {
  const byGroup = Map.groupBy(campaign.profiles, ({ group }) => group ?? '');
  const loose = byGroup.get('') ?? [];
  byGroup.delete('');
  const groups = [...byGroup].map(([group, own]) => ({
    value: groupKey(group, campaign),
    title: group,
    children: own.map(leafOf),
  }));
  return { value: campaignKey(campaign), title: campaign.name, children: [...groups, ...loose.map(leafOf)] };
}

/** What is opened so that a profile is seen. */
const wayTo = (campaign: Campaigns[number], { group }: Profile) => [
  campaignKey(campaign),
  ...(group ? [groupKey(group, campaign)] : []),
];

/** The tree, and each profile with the way to it by its id. */
function grown(all: Campaigns) {
  const campaigns = all.filter(({ profiles }) => profiles.length > 0);
  const leaves = campaigns.flatMap((campaign) =>
    campaign.profiles.map((profile) => [profile.id, { profile, way: wayTo(campaign, profile) }] as const),
  );
  return { branches: campaigns.map(branchOf), byId: new Map(leaves) };
}

const none: Campaigns = [];

/** All account profiles; gives what a field is told of a profile that is not among them any more. */
export function useProfiles(isAsked = true) {
  const { data, isPending } = useQuery({
    queryKey: ['campaigns-with-profiles'],
    queryFn: ({ signal }) => send(campaignsWithProfiles, { signal }),
    enabled: isAsked,
    gcTime: 0,
  });
  const tree = useMemo(() => grown(data?.campaigns ?? none), [data]);
  const lostText = (id: number | null) => (data && id !== null && !tree.byId.has(id) ? deletedMeanwhile : undefined);
  return { ...tree, isPending, lostText };
}

interface ProfileTreeProps extends AriaAttributes {
  /** Handed over by the form, as value and onChange. */
  id?: string;
  value?: number | null;
  onChange?: (id: number) => void;
  profiles: ReturnType<typeof useProfiles>;
}

/** Chooses one account profile in the tree of campaigns and groups; it is searched by their names. */
export function ProfileTree({ id, value = null, onChange, profiles, ...aria }: ProfileTreeProps) {
  const { branches, byId, isPending } = profiles;
  const [isOpen, setIsOpen] = useState(false);
  /** Branches that were opened and closed by hand; null while they stand as at first. */
  const [expanded, setExpanded] = useState<string[] | null>(null);
  const [search, setSearch] = useState('');
  const isBranch = useRef(false);
  const chosen = value === null ? undefined : byId.get(value);
  const atFirst = byId.size <= mostOpen ? [...byId.values()].flatMap(({ way }) => way) : (chosen?.way ?? []);
  return (
    <TreeSelect<string | null, Branch>
      {...aria}
      id={id}
      // A campaign that is chosen is opened, and the search stays.
      showSearch={{ treeNodeFilterProp: 'title', autoClearSearchValue: false, onSearch: setSearch }}
      loading={isPending}
      placeholder="The profile that holds the logins"
      // What a search finds stands open.
      {...(search === '' ? { treeExpandedKeys: expanded ?? atFirst } : {})}
      onTreeExpand={(keys) => search === '' && setExpanded(keys.map(String))}
      treeExpandAction="click"
      treeData={branches}
      value={chosen ? keyOf(chosen.profile) : null}
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
