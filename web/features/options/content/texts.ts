import type { ArticleService } from '#domain/contract/options/article-sources.ts';

/** A field of a service. */
export interface ServiceField {
  name: string;
  label: string;
  kind: 'text' | 'secret' | 'count' | 'switch';
  hint?: string;
  placeholder?: string;
}

interface ServiceTexts {
  /** What the service is for. */
  intro: string;
  /** What must be known before it is used. */
  note?: string;
  fields: ServiceField[];
  check: string;
  /** Said where a check fails for no told reason (D-TXT-10). */
  unknown: string;
}

const username: ServiceField = { name: 'username', label: 'Username', kind: 'text' };
const password: ServiceField = { name: 'password', label: 'Password', kind: 'secret' };

/** Texts of the tab Content, by service in the order of its tabs (D-NAME-06). */
export const serviceTexts: Readonly<Record<ArticleService, ServiceTexts>> = {
  OpenAI: {
    intro: 'Writes articles on a topic. Any server with the chat interface of OpenAI will do.',
    fields: [
      { name: 'apiKey', label: 'API key', kind: 'secret', hint: 'Any text where your server asks for none.' },
      {
        name: 'address',
        label: 'Address (optional)',
        kind: 'text',
        placeholder: 'https://api.openai.com/v1',
        hint: 'Of another server with the same interface, up to the part before /chat/completions.',
      },
      {
        name: 'model',
        label: 'Model (optional)',
        kind: 'text',
        placeholder: 'gpt-4o-mini',
        hint: 'As the server names it.',
      },
    ],
    check: 'Validate',
    unknown: 'Failed to validate Open AI API. Unknown error.',
  },
  ArticleForge: {
    intro: 'Writes articles about a keyword, on order.',
    fields: [{ name: 'apiKey', label: 'API key', kind: 'secret', hint: 'Shown at Article Forge under API.' }],
    check: 'Check balance',
    unknown: 'Failed to check Article Forge API. Unknown error.',
  },
  ArticleBuilder: {
    intro: 'Builds articles of a category.',
    fields: [
      username,
      password,
      {
        name: 'articleCount',
        label: 'Number of articles',
        kind: 'count',
        hint: 'So many articles of a category are spun together into one; each costs one of the queries of the day.',
      },
    ],
    check: 'Check balance',
    unknown: 'Failed to check Article Builder balance. Unknown error.',
  },
  KontentMachine: {
    intro: 'Gives the articles of a campaign that you made there.',
    note: 'Only the call for articles is published. To list your campaigns and check your balance here, ask the service for the names of its methods.',
    fields: [
      { name: 'apiKey', label: 'API key', kind: 'secret' },
      { name: 'listMethod', label: 'Method that lists campaigns (optional)', kind: 'text' },
      { name: 'balanceMethod', label: 'Method that tells the balance (optional)', kind: 'text' },
    ],
    check: 'Check balance',
    unknown: 'Failed to check Kontent Machine balance. Unknown error.',
  },
  UltraSpinnableArticle: {
    intro: 'Gives articles with spin syntax about keywords.',
    note: 'The interface of this service is not published. It is off until you enter the address of its form, which is sent username, password, API key, keywords and the switches below as 1 or 0.',
    fields: [
      { name: 'address', label: 'Address of its form', kind: 'text', placeholder: 'https://articles.example/api' },
      username,
      password,
      { name: 'apiKey', label: 'API key (optional)', kind: 'secret' },
      {
        name: 'articlePath',
        label: 'Place of the article in its answer (optional)',
        kind: 'text',
        placeholder: 'article',
        hint: 'Names of the JSON answer with dots between them, such as data.article.',
      },
      {
        name: 'balanceAddress',
        label: 'Address for the balance (optional)',
        kind: 'text',
        placeholder: 'https://articles.example/api/balance',
        hint: 'At the same host. Without it the balance cannot be checked.',
      },
      {
        name: 'balancePath',
        label: 'Place of the balance in its answer (optional)',
        kind: 'text',
        placeholder: 'balance',
      },
      { name: 'premium', label: 'Premium articles', kind: 'switch' },
      { name: 'minis', label: 'Mini articles', kind: 'switch' },
      { name: 'nichePacks', label: 'Niche packs', kind: 'switch' },
      { name: 'spendCredits', label: 'Spend credits', kind: 'switch' },
    ],
    check: 'Check balance',
    unknown: 'Failed to check Ultra Spinnable Article balance. Unknown error.',
  },
};
