import type { MediaKey, MediaService } from '#domain/contract/media-search.ts';

/** Name of the section as the address tells it. */
export const mediaTab = 'Media';

/** Texts of the section that says who finds images and videos. */
export const mediaFormTexts = {
  title: 'Images and videos',
  searches: 'Who is searched',
  intro:
    'Projects that insert images or videos by keywords find them here. The line that a source asks for stands under each of them.',
  images: 'Images',
  videos: 'Videos',
  needsKey: 'Needs a key: enter it below.',
  apiKey: 'API key',
  appName: 'Name of the application (optional)',
  appNameHint: 'As it is registered at Unsplash: links to its photos name it.',
  getKey: (label: string) => `Ask ${label} for a key`,
  check: 'Validate',
} as const;

/** What the form of a key says. */
export interface KeyTexts {
  key: MediaKey;
  service: MediaService;
  /** What is known before it is used. */
  note: string;
  /** Where a key is asked for. */
  from: string;
}

/** The services with a key, in the order of the picker. */
export const keyForms: readonly KeyTexts[] = [
  {
    key: 'pexels',
    service: 'Pexels',
    note: 'Photos and videos; 200 questions an hour.',
    from: 'https://www.pexels.com/api/',
  },
  {
    key: 'pixabay',
    service: 'Pixabay',
    note: 'Images, which are copied to the site: they are left out at sites where images stay where they are.',
    from: 'https://pixabay.com/api/docs/',
  },
  {
    key: 'unsplash',
    service: 'Unsplash',
    note: 'Photos, which are shown from Unsplash and never copied; 50 questions an hour until it approves your application.',
    from: 'https://unsplash.com/oauth/applications',
  },
  {
    key: 'youTube',
    service: 'YouTube',
    note: 'Videos, by a key of the YouTube Data API v3; 100 searches a day.',
    from: 'https://console.cloud.google.com/apis/credentials',
  },
];

/** What is known of the services without a key. */
export const freeNotes: Readonly<Partial<Record<MediaService, string>>> = {
  Openverse: 'Images under open licences that may be used by businesses too. No key is needed.',
  WikimediaCommons: 'Images under open licences. No key is needed.',
};

export const unknownTrouble = (label: string) => `Failed to validate the key of ${label}. Unknown error.`;
