import type { Platform } from './kit/contract.ts';

/** Every platform connector: one line each. */
export const platforms: Platform[] = [];

/** A platform by its stored id. */
export function findPlatform(id: string): Platform | undefined {
  return platforms.find((platform) => platform.id === id);
}
