import type { Platform } from './kit/contract.ts';
import { wordpress } from './platforms/wordpress/index.ts';

/** Every platform connector: one line each. */
export const platforms: Platform[] = [wordpress];

/** A platform by its stored id. */
export function findPlatform(id: string): Platform | undefined {
  return platforms.find((platform) => platform.id === id);
}
