import { z } from 'zod';
import { boundedInt, defineCall, idParams, requiredText } from './call.ts';
import { kmCampaign } from './content.ts';

/** Services that give one article to the editor. */
const paidSource = z.enum(['ArticleForge', 'ArticleBuilder', 'UltraSpinnableArticle']);
export type PaidSource = z.infer<typeof paidSource>;
/** All sources of one article in the order of the editor's menu; the first needs no service (D-NAME-07, D-CONT-13). */
export const downloadSource = z.enum(['BuiltInArticleBuilder', ...paidSource.options]);
export type DownloadSource = z.infer<typeof downloadSource>;

/** What stands in the menu. */
export const downloadLabels: Readonly<Record<DownloadSource, string>> = {
  BuiltInArticleBuilder: 'Builtin Article Builder',
  ArticleForge: 'Article Forge Article',
  ArticleBuilder: 'Article Builder',
  UltraSpinnableArticle: 'Ultra Spinnable Article',
};

/** Bounds of the words of an article that is built. */
export const wordBounds = { min: 300, max: 1_000 } as const;

const enterKeywords = 'You need to enter keywords';
const chooseCategory = 'You need to select a category';
const chooseLength = 'You need to select article length';
export const downloadTexts = {
  words: 'Word count is required and in the range of 300 to 1000',
  notRead: 'The order must be a JSON object with the fields of the source',
  setUp: (label: string) => `${label} is not set up: enter its login in Options, tab Content`,
  underWay: 'This campaign is being imported into this group already',
  noCategory: 'There is no such category',
  none: (label: string) => `${label} has no article on this`,
  late: (label: string) => `${label} did not write the article in time`,
  tooLong: (label: string) => `${label} gave an article that is too long`,
} as const;

/** Lengths that Article Forge writes. */
export const forgeLength = z.enum(['very_short', 'short', 'medium', 'long'], chooseLength);
export type ForgeLength = z.infer<typeof forgeLength>;

const builderForm = z.object({
  categoryId: requiredText(chooseCategory, 1_000),
  wordCount: z.number(downloadTexts.words).pipe(boundedInt(wordBounds.min, wordBounds.max, downloadTexts.words)),
  spinArticle: z.boolean().default(false),
});

/** What is asked of each source, as its drawer and the server check it (2-content section 5). */
export const downloadForms = {
  ArticleForge: z.object({
    keyword: requiredText(enterKeywords, 1_000),
    /** With commas between them. */
    subKeywords: z.string().trim().max(5_000).default(''),
    length: forgeLength,
  }),
  BuiltInArticleBuilder: builderForm,
  ArticleBuilder: builderForm,
  UltraSpinnableArticle: z.object({ keywords: requiredText(enterKeywords, 5_000) }),
} as const;

/** Costs at the source, and may take minutes: it is called off when the window leaves. */
export const downloadArticle = defineCall({
  id: 'downloadArticle',
  method: 'POST',
  path: '/action/download/article',
  summary: 'Have a source write or build an article, which may cost at a service; stores nothing',
  body: z.object({
    articleSource: downloadSource,
    /** A JSON object with the fields of the source; of Ultra Spinnable Article bare keywords are read too. */
    inputInfo: z.string().max(20_000),
  }),
  reply: z.object({ article: z.object({ title: z.string(), body: z.string() }) }),
});

/** A subject that articles are built on. */
export const articleCategory = z.object({ value: z.string(), name: z.string() });
export type ArticleCategory = z.infer<typeof articleCategory>;

/** The categories that the page of an article carries as a text; one that cannot be read counts as none (D-GEN-21). */
export function categoriesOf(text: string): ArticleCategory[] {
  try {
    return z.array(articleCategory).parse(JSON.parse(text));
  } catch {
    return [];
  }
}

export const listArticleCategories = defineCall({
  id: 'listArticleCategories',
  method: 'GET',
  path: '/action/download/article_categories',
  summary: 'The categories of Article Builder, asked of it now',
  reply: z.object({ categories: z.array(articleCategory) }),
});

/** What is asked of Kontent Machine (D-CONT-07). */
export const campaignForm = z.object({ campaignId: requiredText('Please select a campaign', 1_000) });

export const updateKmCampaigns = defineCall({
  id: 'updateKmCampaigns',
  method: 'GET',
  path: '/action/download/kmcampaigns',
  summary: 'The campaigns at Kontent Machine, asked of it now and kept',
  reply: z.object({ kmCampaigns: z.array(kmCampaign) }),
});

/** May cost at the source. What it gave is stored, also when the window leaves meanwhile. */
export const importKmArticles = defineCall({
  id: 'importKmArticles',
  method: 'POST',
  path: '/action/download/kmarticles/:id',
  summary: 'Take the articles of a campaign at Kontent Machine into a group (id = content group id)',
  params: idParams,
  body: z.object({
    articleSource: z.literal('KontentMachine').default('KontentMachine'),
    /** A JSON object with campaignId. */
    inputInfo: z.string().max(20_000),
  }),
  reply: z.object({ count: z.number() }),
});
