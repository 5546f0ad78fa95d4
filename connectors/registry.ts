import type { Platform } from './kit/contract.ts';
import { mediawiki } from './platforms/mediawiki/index.ts';
import { shaarli } from './platforms/shaarli/index.ts';
import { wordpress } from './platforms/wordpress/index.ts';

/** Every platform connector: one line each. */
export const platforms: Platform[] = [wordpress, mediawiki, shaarli];

/** A platform by its stored id. */
export function findPlatform(id: string): Platform | undefined {
  return platforms.find((platform) => platform.id === id);
}
