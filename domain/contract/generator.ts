import { z } from 'zod';
import { storableText } from '../rules/storable-text.ts';
import { boundedInt, defineCall, id, idParams, requiredText } from './call.ts';

/** Articles that a service writes for a content group (D-CONT-04). */
export const generatorJob = z.object({
  contentGroupId: id,
  /** Articles that are stored. */
  progress: z.number().int().min(0),
  numberOfArticles: z.number().int().min(1),
  completed: z.boolean(),
  /** It ended before its last article: by Stop, or since it failed. */
  isStopped: z.boolean(),
  isFailed: z.boolean(),
  /** Why it waits, or why it failed and what to do; null when there is nothing to say. */
  note: z.string().nullable(),
  /** Until when it waits. */
  nextTryAt: z.iso.datetime().nullable(),
  /** The task that writes; begun again, it goes on behind the last stored article. */
  taskId: z.uuid(),
  version: z.number(),
});
export type GeneratorJob = z.infer<typeof generatorJob>;

/** Languages by the label that is sent, with their tags (BCP 47), in the order of the list. */
export const articleLanguages: Readonly<Record<string, string>> = {
  English: 'en',
  German: 'de',
  Spanish: 'es',
  French: 'fr',
  Thai: 'th',
  Norwegian: 'no',
  Vietnamese: 'vi',
  Arabic: 'ar',
  Bengali: 'bn',
  Russian: 'ru',
  Portuguese: 'pt',
  Indonesian: 'id',
  Japanese: 'ja',
  Turkish: 'tr',
  Korean: 'ko',
  Swedish: 'sv',
  Ukrainian: 'uk',
  Italian: 'it',
  Croatian: 'hr',
  Chinese: 'zh',
  'Traditional Chinese': 'zh-Hant',
  Hindi: 'hi',
  Farsi: 'fa',
  Czech: 'cs',
  Polish: 'pl',
  Dutch: 'nl',
  Romanian: 'ro',
  Bulgarian: 'bg',
  Hungarian: 'hu',
  Danish: 'da',
  Estonian: 'et',
  Greek: 'el',
  Lithuanian: 'lt',
  Latvian: 'lv',
  Hebrew: 'he',
};

/** Bounds of an order. */
export const articleBounds = { min: 1, max: 200 } as const;
export const sectionBounds = { min: 2, max: 10 } as const;

/** Words of the generation. */
export const generatorTexts = {
  topic: 'You need to enter a topic',
  keywords: 'You need to enter keywords',
  articles: 'Number of articles must be between 1 and 200',
  sections: 'Number of sections must be between 2 and 10',
  language: 'Please select a language',
  already: 'Articles are already being generated',
  notRead: 'The order must be a JSON object with topic, keywords, nArticles, nSections, language and spin',
  none: 'No articles are being generated',
  spinLacks: (spinner: string, lack: string) =>
    `${spinner} cannot spin yet. ${lack}. The built-in spinner needs no login: choose it there, or generate without spinning`,
} as const;

/** What is asked of the service, as the drawer and the server check it (2-content section 5). */
export const generatorForm = z.object({
  topic: requiredText(generatorTexts.topic, 1_000).transform(storableText),
  /** With commas between them. */
  keywords: requiredText(generatorTexts.keywords, 5_000).transform(storableText),
  nArticles: z
    .number(generatorTexts.articles)
    .pipe(boundedInt(articleBounds.min, articleBounds.max, generatorTexts.articles))
    .default(1),
  nSections: z
    .number(generatorTexts.sections)
    .pipe(boundedInt(sectionBounds.min, sectionBounds.max, generatorTexts.sections))
    .default(3),
  language: z
    .string(generatorTexts.language)
    .refine((label) => Object.hasOwn(articleLanguages, label), generatorTexts.language),
  spin: z.boolean().default(true),
});
export type GeneratorOrder = z.output<typeof generatorForm>;

const jobReply = z.object({ generatorJob });

/** Costs at the service. */
export const generateArticles = defineCall({
  id: 'generateArticles',
  method: 'POST',
  path: '/action/generate/articles/',
  summary: 'Have a service write articles into a group, one order per group at a time; it goes on in the background',
  body: z.object({
    articleSource: z.literal('OpenAI').default('OpenAI'),
    contentGroupId: id,
    /** A JSON object with the fields of the drawer. */
    inputInfo: z.string().max(20_000),
  }),
  reply: jobReply,
});

export const stopGenerating = defineCall({
  id: 'stopGenerating',
  method: 'GET',
  path: '/action/stop-generating/articles/:id',
  summary: 'Stop the generation of articles (id = content group id, D-CONT-05); what is stored stays',
  params: idParams,
  reply: jobReply,
});
