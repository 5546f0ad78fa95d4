import type { AccountFields } from '#domain/contract/projects/account.ts';
import { newPostingFields, type PostingFields } from '#domain/contract/projects/posting.ts';
import type { Schedule } from '#domain/contract/schedules.ts';
import type { Wizard, WizardNode } from '#domain/contract/wizards.ts';
import type { MixedNode } from '#domain/rules/wizards/plan.ts';
import type { Source } from '#domain/rules/wizards/planned-node.ts';
import { makeRandomInfo } from '../emails/random-info.ts';
import { knownIndexers } from '../projects/kinds/known-references.ts';

/** Longest name that the store's lists show. */
export const cutName = (name: string): string => name.slice(0, 255);

/** What of a project's form was made just before it. */
export interface Made {
  campaignId: number | null;
  profileId: number | null;
  urlListId: number;
  /** Link set of each source, with its name. */
  setOf: (source: Source) => { id: number; name: string };
}

/** The form of a project that posts, from its tier of the wizard (D-WIZ-10, D-WIZ-11). */
export function postingForm(wizard: Wizard, { node, sets, links }: MixedNode, made: Made): PostingFields {
  const at = node.tier - 1;
  const tier = wizard.linksAndKeywords[at];
  return {
    ...newPostingFields(made.campaignId),
    ...wizard.content[at],
    profileId: made.profileId,
    urlListId: made.urlListId,
    useLinkSet: sets.length > 0,
    linkSetProfiles: sets.map(({ linkSetId, linkProb, minLinks, maxLinks }) => {
      const { id, name } = made.setOf(linkSetId);
      return { linkSetId: id, name, linkProb, minLinks, maxLinks };
    }),
    minLinks: links.min,
    maxLinks: links.max,
    linkPlacement: tier?.linkPosition ?? 'ReplaceKeyword',
    tags: tier?.tags ?? '',
    useIndexers: wizard.useIndexers[at] ?? false,
    indexers: knownIndexers(wizard.indexers[at] ?? []),
  };
}

/** Letters and digits of a title (D-WIZ-18); of one that is spun nothing: each account has its own of the title it got. */
const blogNameOf = (title: string): string =>
  title.includes('{') ? '' : title.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** The form of a project that makes the accounts of a group; what is empty is made up (WIZ-16, D-WIZ-18). */
export function accountForm(wizard: Wizard, profileId: number): AccountFields {
  const random = makeRandomInfo();
  const { firstName, lastName, username, password, blogTitle, blogName, emailSource, emailAccount } = wizard;
  const title = blogTitle || random.blogTitle;
  return {
    profileId,
    firstName: firstName || random.firstName,
    lastName: lastName || random.lastName,
    username: username || random.username,
    password: password || random.password,
    blogTitle: title,
    blogName: blogName || (blogTitle ? blogNameOf(blogTitle) : random.blogName),
    verificationInfo: {
      ...emailAccount,
      status: null,
      emailSource,
    },
    linkSetProfiles: [],
  };
}

/** After some projects, or at the start of the campaign when there are none (D-WIZ-12). */
export function scheduleAfter(
  sources: number[],
  { startDate }: Wizard,
  how: Pick<Schedule, 'durationType' | 'nDay' | 'numberOfPosts'>,
): Schedule {
  const isAfter = sources.length > 0;
  return {
    scheduleType: isAfter ? 'AfterProject' : 'FixedDate',
    startDate: isAfter ? null : startDate,
    sourceProjectId: sources.length === 1 ? (sources[0] ?? null) : null,
    sourceProjectIds: sources,
    ...how,
    again: null,
    repeat: null,
    status: 'SCHEDULED',
  };
}

/** How the accounts of a group are called for people: by its Account Store Name, else by its first project. */
export const groupLabel = ({ profileName, name }: WizardNode): string => profileName || name;
