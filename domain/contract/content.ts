import { z } from 'zod';
import { limits } from '../limits.ts';
import {
  boundedInt,
  defineCall,
  edition,
  id,
  idParams,
  idsBody,
  idsReply,
  pageNeighbours,
  pageQuery,
  readEdition,
  requiredName,
  requiredText,
  text,
} from './call.ts';
import { type GeneratorJob, generatorJob } from './generator.ts';
import { refusedLine, uploadReply } from './imports.ts';
import { offeredSpinner, spinnerService } from './options/spinner.ts';
import { topic, topicOf } from './topic.ts';

/** A bucket of articles (part L). */
export const contentGroup = z.object({
  id,
  name: z.string(),
  count: z.number(),
  wordsNottobeChanged: z.string(),
  maxUsagePerArticle: z.number(),
  version: z.number(),
  edition,
});
export type ContentGroup = z.infer<typeof contentGroup>;

export const articleRow = z.object({
  id,
  title: z.string(),
  usageCount: z.number(),
  /** Its spin syntax is broken: no post can be made of it. */
  isBroken: z.boolean(),
});
export type ArticleRow = z.infer<typeof articleRow>;
export const article = z.object({
  id: id.nullable(),
  contentGroupId: id,
  title: z.string(),
  body: z.string(),
  authorName: z.string(),
  authorBio: z.string(),
  usageCount: z.number(),
  edition,
});
export type Article = z.infer<typeof article>;

/** A campaign at Kontent Machine, as it was listed last (D-CONT-07). */
export const kmCampaign = z.object({ id: z.string(), name: z.string() });
export type KmCampaign = z.infer<typeof kmCampaign>;

export const contentGroupName = requiredName('Please enter content group name');
export const articleInput = z.object({
  title: requiredText('Title is required', limits.articleTitle),
  body: requiredText('Body is required', limits.articleBody),
  authorName: requiredText('Author name is required'),
  authorBio: requiredText('Author bio is required'),
});
export const maxUsageText = 'Required and greater or equal to 0';

const groupReply = z.object({ contentGroup });
export const listContentGroups = defineCall({
  id: 'listContentGroups',
  method: 'GET',
  path: '/rest/content_groups',
  summary: 'All content groups',
  reply: z.object({ contentGroups: z.array(contentGroup) }),
});
export const createContentGroup = defineCall({
  id: 'createContentGroup',
  method: 'PUT',
  path: '/rest/content_groups',
  summary: 'Create a content group',
  body: z.object({ name: contentGroupName }),
  reply: groupReply,
});
export const saveContentGroup = defineCall({
  id: 'saveContentGroup',
  method: 'POST',
  path: '/rest/content_groups',
  summary: 'Save the settings of a content group (D-CONT-01)',
  body: z.object({
    id,
    name: contentGroupName.optional(),
    wordsNottobeChanged: text.default(''),
    maxUsagePerArticle: boundedInt(0, 1_000_000_000, maxUsageText),
    edition: readEdition,
  }),
  reply: groupReply,
});
export const renameContentGroup = defineCall({
  id: 'renameContentGroup',
  method: 'POST',
  path: '/action/rename/content_group',
  summary: 'Rename a content group',
  body: z.object({ id, name: contentGroupName }),
  reply: groupReply,
});
export const deleteContentGroups = defineCall({
  id: 'deleteContentGroups',
  method: 'DELETE',
  path: '/rest/content_groups',
  summary: 'Delete content groups with their articles',
  body: idsBody(id),
  reply: idsReply,
});
/** Sorts: id (default, newest first), title, usageCount. */
export const getContentGroup = defineCall({
  id: 'getContentGroup',
  method: 'GET',
  path: '/rest/content_group/:id',
  summary: 'A content group with one page of its articles',
  params: idParams,
  query: pageQuery,
  reply: z.object({
    contentGroup,
    generatorJob: generatorJob.nullable(),
    articles: z.array(articleRow),
    kmCampaigns: z.array(kmCampaign),
    ...pageNeighbours,
    total: z.number().nullable(),
  }),
});
const articlesReply = uploadReply.extend({
  /** The refused files with the reason of each. */
  reasons: z.array(refusedLine),
  /** Titles of the articles whose spin syntax is broken, the first of them, and how many they are. */
  broken: z.array(z.string()),
  nBroken: z.number(),
});
const uploadCall = (name: string, path: string, summary: string) =>
  defineCall({ id: name, method: 'POST', path, summary, params: idParams, takes: 'upload', reply: articlesReply });
export const uploadArticles = uploadCall(
  'uploadArticles',
  '/rest/upload_raw_articles/:id',
  'Article files or a ZIP; the first line is the title (D-CONT-02)',
);
export const uploadArticlesByFileName = uploadCall(
  'uploadArticlesByFileName',
  '/rest/upload_raw_articles_file_name_title/:id',
  'Article files or a ZIP; the file name is the title (D-CONT-02)',
);
const articlePage = z.object({
  article,
  contentGroup,
  articleBuilderCategories: z.string(),
  /** The services that spin, the chosen one first (D-CONT-15). */
  spinners: z.array(offeredSpinner),
});
export const getArticle = defineCall({
  id: 'getArticle',
  method: 'GET',
  path: '/rest/article/:id',
  summary: 'One article with its group',
  params: idParams,
  reply: articlePage,
});
export const newArticle = defineCall({
  id: 'newArticle',
  method: 'GET',
  path: '/rest/new_article/:id',
  summary: 'An empty article of a group; stores nothing (id = content group id, D-CONT-11)',
  params: idParams,
  reply: articlePage,
});
export const saveArticle = defineCall({
  id: 'saveArticle',
  method: 'POST',
  path: '/rest/article',
  summary: 'Save an article; id null makes a new one',
  body: articleInput.extend({ id: id.nullable(), contentGroupId: id, edition: readEdition }),
  /** `edition`: of what is stored now. */
  reply: z.object({ id, edition }),
});
export const spinArticle = defineCall({
  id: 'spinArticle',
  method: 'POST',
  path: '/action/spin/article/:id',
  summary: 'Have title and body spun, which may cost; stores nothing (id 0: an article that is not saved, D-CONT-11)',
  params: z.object({ id: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
  body: articleInput.pick({ title: true, body: true }).extend({
    spinnerService,
    /** Of an article that is not saved: the group whose words are not to be changed. */
    contentGroupId: id.optional(),
  }),
  reply: z.object({ title: z.string(), body: z.string() }),
});
export const deleteArticle = defineCall({
  id: 'deleteArticle',
  method: 'DELETE',
  path: '/rest/article/:id',
  summary: 'Delete one article',
  params: idParams,
  reply: idsReply,
});
export const deleteArticles = defineCall({
  id: 'deleteArticles',
  method: 'DELETE',
  path: '/rest/articles/:id',
  summary: 'Delete articles of a group (id = content group id)',
  params: idParams,
  body: idsBody(id),
  reply: idsReply,
});

/** Events of topic content_groups. */
export type ContentGroupsEventBody =
  | { action: 'newContentGroup' | 'contentGroupEdited'; contentGroup: ContentGroup }
  | { action: 'contentGroupsDeleted'; ids: number[] };
/** Events of topic content_group/{id}. */
export type ContentGroupEventBody =
  | { action: 'newArticle' | 'editArticle'; article: ArticleRow }
  | { action: 'newArticles'; articles: ArticleRow[] }
  /** Usage of articles changed, or too many rows to tell them one by one: load them again. */
  | { action: 'articlesChanged'; contentGroupId: number }
  | { action: 'articlesDeleted'; ids: number[] }
  /** How far the generation of articles is. */
  | { action: 'generatorProgress'; generatorJob: GeneratorJob };
/** What happens to content groups. */
export const contentGroupsTopic = topic<ContentGroupsEventBody>('content_groups');
/** What happens in one content group. */
export const contentGroupTopic = topicOf<ContentGroupEventBody>('content_group');
