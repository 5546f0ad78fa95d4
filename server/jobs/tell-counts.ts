import { sql } from 'kysely';
import { topics } from '#domain/contract/live.ts';
import type { PostingProject } from '#domain/contract/projects/posting.ts';
import type { SiteKey } from '#domain/contract/sites.ts';
import type { App } from '../app.ts';
import { tellProgress } from '../engine/progress/tell-progress.ts';
import { tellTargets } from '../engine/progress/tell-targets.ts';
import { foldArticleUses } from '../engine/runs/close-run.ts';
import { noteLink } from '../features/links/items.ts';
import { noteLinkSet } from '../features/links/links.ts';
import { dofollowReadings } from '../features/sites/read-dofollow.ts';
import { commitOne } from '../live/commit.ts';
import { TakenPosts } from './site-states.ts';

/** Gathers what changes with every post, to tell it once a second instead of with each. */
export interface CountsTeller {
  changed(project: PostingProject, site: SiteKey): void;
  tell(): Promise<void>;
}

/** Tells the counts of output link sets, the usage of articles, and the sites that took posts. */
export function createCountsTeller(app: App): CountsTeller {
  const lists = new Set<number>();
  const groups = new Set<number>();
  const taken = new TakenPosts();
  return {
    changed(project, site) {
      taken.note(site);
      if (project.urlListId !== null) lists.add(project.urlListId);
      if (project.contentGroupId !== null) groups.add(project.contentGroupId);
    },
    async tell() {
      await sql`select fold_link_counts()`.execute(app.store.db);
      await foldArticleUses(app.store.db);
      await tellProgress(app);
      await tellTargets(app, (note, link) => noteLink(app, note, link));
      await dofollowReadings(app).tell();
      await taken.tell(app);
      // Forgotten only now: a store that was away until here has cost no word of them.
      const [listIds, groupIds] = [[...lists], [...groups]];
      lists.clear();
      groups.clear();
      if (listIds.length + groupIds.length === 0) return;
      await commitOne(app, async (_, note) => {
        for (const id of listIds) noteLinkSet(note, id);
        // Usage of many articles changed: the page loads the rows it shows again.
        for (const id of groupIds) note(topics.contentGroup(id), { action: 'articlesChanged', contentGroupId: id });
      });
    },
  };
}
