import { expect } from 'vitest';
import { checkMedia, mediaService } from '#domain/contract/media-search.ts';
import { getOptions, saveOptions } from '#domain/contract/options/options.ts';
import { canary, plainCanary } from './canaries.ts';
import type { CanaryProduct } from './canary-product.ts';

/** The setting that brings every source of media to one address. */
export const mediaAddresses = (url: string): string => mediaService.options.map((name) => `${name}=${url}`).join(',');

/** Has sources of media asked with keys that must not be told, typed and stored. */
export async function setUpMedia(product: CanaryProduct): Promise<void> {
  // A key in a header takes no letter beyond Latin-1.
  for (const name of ['Pexels', 'Unsplash', 'Pixabay', 'YouTube'])
    expect(
      (await product.send(checkMedia, { body: { mediaService: name, apiKey: plainCanary('CheckMedia') } })).body.error
        .code,
    ).toBe('OUTSIDE_REFUSED');
  const media = {
    pexels: { apiKey: canary('PexelsKey') },
    pixabay: { apiKey: canary('PixabayKey') },
    unsplash: { apiKey: canary('UnsplashKey') },
    youTube: { apiKey: canary('YouTubeKey') },
  };
  const saved = await product.send(saveOptions, { body: { media } });
  expect(saved.body.options.media).toMatchObject(media);
  await product.send(getOptions);
}
