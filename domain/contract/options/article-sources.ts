import { z } from 'zod';
import { defineCall } from '../call.ts';
import { wholeAddress } from './captcha.ts';

/** Services that give articles, by wire name and in the order of their tabs (D-NAME-06). */
export const articleService = z.enum([
  'OpenAI',
  'ArticleForge',
  'ArticleBuilder',
  'KontentMachine',
  'UltraSpinnableArticle',
]);
export type ArticleService = z.infer<typeof articleService>;

export const articleTexts = {
  count: 'Must be a number larger or equal to 1',
  address: 'The address must look like https://articles.example/v1',
  required: (label: string) => `${label} is required`,
  addressNeeded: (label: string) => `${label} is off until the address of its form is entered`,
  notRead: 'The login must be a JSON object',
  noAnswer: (seconds: number) => `The service did not answer within ${seconds} s`,
} as const;

const text = z.string().trim().max(1_000);
const address = text.refine((typed) => typed === '' || wholeAddress(typed) !== undefined, articleTexts.address);
/** Articles that are spun together; above it nobody pays for one. */
const mostTogether = 1_000;

/** The fields of the tab Content, by service; all of them are kept sealed. */
const content = z.object({
  /** `address` and `model`: '' for those of OpenAI itself. */
  openAI: z.object({ apiKey: text, address, model: text }),
  articleForge: z.object({ apiKey: text }),
  articleBuilder: z.object({
    username: text,
    password: text,
    /** So many articles are spun together into one. */
    articleCount: z
      .number(articleTexts.count)
      .refine((count) => Number.isInteger(count) && count >= 1 && count <= mostTogether, articleTexts.count)
      .meta({ type: 'integer', minimum: 1, maximum: mostTogether }),
  }),
  /** The methods are published nowhere: the operator learns their names from the service. */
  kontentMachine: z.object({ apiKey: text, listMethod: text, balanceMethod: text }),
  /** Nothing of its interface is published: a form at an address, and the places in its answer. */
  ultraSpinnableArticle: z.object({
    address,
    balanceAddress: address,
    articlePath: text,
    balancePath: text,
    apiKey: text,
    username: text,
    password: text,
    premium: z.boolean(),
    minis: z.boolean(),
    nichePacks: z.boolean(),
    spendCredits: z.boolean(),
  }),
});
export type Content = z.infer<typeof content>;
export type ContentKey = keyof Content;
export const contentOptions = z.object({ content });
export type ContentOptions = z.infer<typeof contentOptions>;

/** Values of the first start (D-OPT-01). */
export const firstContent: ContentOptions = {
  content: {
    openAI: { apiKey: '', address: '', model: '' },
    articleForge: { apiKey: '' },
    articleBuilder: { username: '', password: '', articleCount: 1 },
    kontentMachine: { apiKey: '', listMethod: '', balanceMethod: '' },
    ultraSpinnableArticle: {
      ...{ address: '', balanceAddress: '', articlePath: '', balancePath: '', apiKey: '', username: '', password: '' },
      ...{ premium: false, minis: false, nichePacks: false, spendCredits: false },
    },
  },
};

interface Service<K extends ContentKey = ContentKey> {
  /** Where the options keep it. */
  key: K;
  label: string;
  /** Id of its connector. */
  connector: string;
  /** Fields without which it cannot be asked, with their labels. */
  needs: Readonly<Partial<Record<string, string>>>;
}

export const articleSources: Readonly<Record<ArticleService, Service>> = {
  OpenAI: { key: 'openAI', label: 'OpenAI', connector: 'open-ai', needs: { apiKey: 'API key' } },
  ArticleForge: {
    key: 'articleForge',
    label: 'Article Forge',
    connector: 'article-forge',
    needs: { apiKey: 'API key' },
  },
  ArticleBuilder: {
    key: 'articleBuilder',
    label: 'Article Builder',
    connector: 'article-builder',
    needs: { username: 'Username', password: 'Password' },
  },
  KontentMachine: {
    key: 'kontentMachine',
    label: 'Kontent Machine',
    connector: 'kontent-machine',
    needs: { apiKey: 'API key' },
  },
  UltraSpinnableArticle: {
    key: 'ultraSpinnableArticle',
    label: 'Ultra Spinnable Article',
    connector: 'ultra-spinnable',
    needs: { username: 'Username', password: 'Password' },
  },
};

/** What a service was given: the values of its tab. */
export type ServiceLogin = Partial<Record<string, string | number | boolean | null>>;

/** What a login still lacks before its service can be asked. */
export function problemsOfService(service: ArticleService, login: ServiceLogin): { field: string; message: string }[] {
  return Object.entries(articleSources[service].needs)
    .filter(([name]) => String(login[name] ?? '').trim() === '')
    .map(([field, label]) => ({ field, message: articleTexts.required(label ?? field) }));
}

/** The broken rules of the tab Content, at fields like `content.openAI.address`. */
export function problemsOfContent(values: unknown): { field: string; message: string }[] {
  const issues = contentOptions.safeParse(values).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ field: path.join('.'), message }));
}

/** A login of a service as it is typed; null where it is none. */
export function readServiceLogin(service: ArticleService, typed: unknown): ServiceLogin | null {
  return content.shape[articleSources[service].key].partial().safeParse(typed).data ?? null;
}

export const checkArticles = defineCall({
  id: 'checkArticles',
  method: 'POST',
  path: '/action/check_balance/article',
  summary: 'Ask a source of articles what is left on the typed login; it is kept nowhere',
  body: z.object({
    articleSource: articleService,
    /** A JSON object with the fields of the service. */
    inputInfo: z.string().max(20_000),
    /** Layout that Kontent Machine is asked about (D-OPT-16). */
    template: z.literal('gsa').optional(),
  }),
  /** -1: the login is refused; 1 without a unit: it works, and the service tells of no number (D-OPT-07). */
  reply: z.object({ balance: z.number(), unit: z.enum(['usd', 'credits', 'requests', 'words']).nullable() }),
});
