import type { ForgeLength } from '#domain/contract/article-downloads.ts';

/** Texts of the downloads of an article. */
export const texts = {
  menu: 'Download',
  download: 'Download',
  cost: 'This may cost at the service. Closing the drawer calls it off.',
  free: 'Built offline from sentences that come with Linkwright; each time another article.',
  done: 'Successfully downloaded the article',
  /** D-CONT-08. */
  failed: (source: string) => `Failed to download the article from ${source}. Unknown error`,
  fields: {
    keyword: 'Keyword',
    subKeywords: 'Sub keywords (optional)',
    subKeywordsHint: 'With commas between them.',
    length: 'Article length',
    category: 'Category',
    wordCount: 'Word count',
    spinArticle: 'Spin the article',
    keywords: 'Keywords',
  },
  lengths: {
    very_short: 'Very short (about 50 words)',
    short: 'Short (about 200 words)',
    medium: 'Medium (about 500 words)',
    long: 'Long (about 750 words)',
  } satisfies Record<ForgeLength, string>,
  choose: 'Choose',
  categoriesFailed: 'The categories could not be loaded',
} as const;
