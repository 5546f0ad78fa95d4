import { z } from 'zod';
import { id } from '../call.ts';
import { defineKind, saveCall } from './kind.ts';
import { projectRow } from './row.ts';
import { type Problem, projectTexts } from './rules.ts';

/** The form of an indexer project: the URL list to be indexed; its site rows are the indexing services (part L). */
export const indexerFields = z.object({ linkSetId: id.nullable().default(null) });
export type IndexerFields = z.infer<typeof indexerFields>;

// The key without a default: by it a reader tells the kinds apart.
const indexerProject = projectRow.extend({ linkSetId: id.nullable() });

/** All broken rules in save order: the list, then at least one service. */
function indexerProblems(form: IndexerFields, checkedServices: number): Problem[] {
  const noList: Problem = { tab: 'general', field: 'linkSetId', message: projectTexts.list, isMissing: true };
  const noService: Problem = { tab: 'sites', field: 'sites', message: projectTexts.oneService, isMissing: true };
  return [...(form.linkSetId == null ? [noList] : []), ...(checkedServices === 0 ? [noService] : [])];
}

export const saveIndexerProject = saveCall({
  id: 'saveIndexerProject',
  path: '/rest/indexerproject',
  summary: 'Save an indexer project',
  fields: indexerFields,
  project: indexerProject,
});

/** Hands the links of a list to indexing services. */
export const indexerKind = defineKind({
  modules: ['Indexer'],
  page: 'indexerproject',
  fields: indexerFields,
  project: indexerProject,
  save: saveIndexerProject,
  newFields: () => ({ linkSetId: null }),
  problems: indexerProblems,
  act: null,
  asksNumberOfPosts: false,
});
