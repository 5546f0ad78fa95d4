import { z } from 'zod';
import { defineCall } from './call.ts';

/** Services that find images or videos by words, by wire name and in the order of the picker. */
export const mediaService = z.enum(['Openverse', 'WikimediaCommons', 'Pexels', 'Pixabay', 'Unsplash', 'YouTube']);
export type MediaService = z.infer<typeof mediaService>;
export type MediaKind = 'image' | 'video';

export const imageServices = ['Openverse', 'WikimediaCommons', 'Pexels', 'Pixabay', 'Unsplash'] as const;
export const videoServices = ['YouTube', 'Pexels'] as const;

const text = z.string().trim().max(1_000);
const login = z.object({ apiKey: text });

/** The keys of the services, all of them kept sealed. */
const media = z.object({
  pexels: login,
  pixabay: login,
  /** `appName`: the name of the application at Unsplash, which links to its photos tell; '' for none. */
  unsplash: login.extend({ appName: text }),
  youTube: login,
});
export type MediaLogins = z.infer<typeof media>;
export type MediaKey = keyof MediaLogins;

/** Who is asked for images and for videos, and the keys for it (D-ENG-09). */
export const mediaOptions = z.object({
  imageService: z.enum(imageServices),
  videoService: z.enum(videoServices),
  media,
});
export type MediaOptions = z.infer<typeof mediaOptions>;

/** Values of the first start: images under open licences, which need no key (D-ENG-09). */
export const firstMedia: MediaOptions = {
  imageService: 'Openverse',
  videoService: 'YouTube',
  media: {
    pexels: { apiKey: '' },
    pixabay: { apiKey: '' },
    unsplash: { apiKey: '', appName: '' },
    youTube: { apiKey: '' },
  },
};

interface Service {
  label: string;
  /** Id of its connector. */
  connector: string;
  /** Where the options keep its key; null: it asks for none. */
  key: MediaKey | null;
}

export const mediaServices: Readonly<Record<MediaService, Service>> = {
  Openverse: { label: 'Openverse', connector: 'openverse', key: null },
  WikimediaCommons: { label: 'Wikimedia Commons', connector: 'wikimedia-commons', key: null },
  Pexels: { label: 'Pexels', connector: 'pexels', key: 'pexels' },
  Pixabay: { label: 'Pixabay', connector: 'pixabay', key: 'pixabay' },
  Unsplash: { label: 'Unsplash', connector: 'unsplash', key: 'unsplash' },
  YouTube: { label: 'YouTube', connector: 'you-tube', key: 'youTube' },
};

/** Where the options hold what media are searched with, for people. */
export const mediaPlace = 'Options, Content, Images and videos';

export const mediaTexts = {
  keyNeeded: (service: MediaService) => `${mediaServices[service].label} needs a key: see ${mediaPlace}`,
  required: 'API key is required',
  noKeys: (service: MediaService) => `${mediaServices[service].label} asks for no key`,
  noAnswer: (seconds: number) => `The service did not answer within ${seconds} s`,
} as const;

/** True where a service needs a key and has none. */
export const lacksKey = ({ media: logins }: Pick<MediaOptions, 'media'>, service: MediaService): boolean => {
  const { key } = mediaServices[service];
  return key !== null && logins[key].apiKey.trim() === '';
};

/** The broken rules of the section, at fields like `media.pexels.apiKey`. */
export function problemsOfMedia(values: unknown): { field: string; message: string }[] {
  const issues = mediaOptions.safeParse(values).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ field: path.join('.'), message }));
}

export const checkMedia = defineCall({
  id: 'checkMedia',
  method: 'POST',
  path: '/action/check_balance/media',
  summary: 'Ask a source of images or videos whether it takes the typed key; it is kept nowhere',
  body: z.object({ mediaService, apiKey: text }),
  /** -1: the key is refused; 1 without a unit: it works, none of them tells of a number (D-OPT-07). */
  reply: z.object({ balance: z.number(), unit: z.null() }),
});
