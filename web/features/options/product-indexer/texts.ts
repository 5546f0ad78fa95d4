/** Texts of the tab of the indexer that stands still. */
export const texts = {
  notice:
    'This indexer stopped working, because Google no longer allows links to be submitted to Search Console. A free replacement is coming.',
  others: 'Until then links are told to the services of the tab Indexer.',
  toIndexers: 'Open the tab Indexer',
  settings: 'Settings, kept as they were',
  labels: {
    productIndexerAccountDelay: 'Delay of an account (minutes)',
    productIndexerDailySubmissionPerAccount: 'Daily submissions of an account',
    maxIndexerThreads: 'Max indexer threads',
  },
  hints: {
    productIndexerAccountDelay: 'At least 3.',
    productIndexerDailySubmissionPerAccount: 'At most 25.',
    maxIndexerThreads: 'At most 25.',
  },
  sites: 'Additional sites',
  sitesHint: 'One domain per line.',
} as const;
