import { createProfile, profileName } from '#domain/contract/accounts.ts';
import { contentGroupName, createContentGroup } from '#domain/contract/content.ts';
import { createLinkSet, linkSetName } from '#domain/contract/links.ts';
import { send } from '#web/lib/call.ts';
import { offer, offerProfile } from './queries.ts';
import { texts } from './texts.ts';

/** What a project's selects can make in place; each new thing is offered at once. */
export const making = {
  profile: (projectId: number, campaignId: number) => ({
    schema: profileName,
    done: texts.profileAdded,
    failed: texts.profileAddFailed,
    make: async (name: string) => {
      const { profile } = await send(createProfile, { body: { campaignId, name } });
      offerProfile(projectId, profile);
      return profile.id;
    },
  }),
  linkSet: (projectId: number, campaignId: number) => ({
    schema: linkSetName,
    done: texts.linkSetAdded,
    failed: texts.linkSetAddFailed,
    make: async (name: string) => {
      const { urlList } = await send(createLinkSet, { body: { campaignId, name } });
      offer(projectId, { urlList });
      return urlList.id;
    },
  }),
  contentGroup: (projectId: number) => ({
    schema: contentGroupName,
    done: texts.groupAdded,
    failed: texts.groupAddFailed,
    make: async (name: string) => {
      const { contentGroup } = await send(createContentGroup, { body: { name } });
      offer(projectId, { contentGroup });
      return contentGroup.id;
    },
  }),
};
