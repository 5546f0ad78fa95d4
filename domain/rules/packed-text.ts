import lz from 'lz-string';
import { parseBounded } from './bounded-json.ts';

/** Unpacked texts above this many characters are refused (D-GEN-08). */
const maxUnpacked = 20_000_000;

/** JSON text as compressed URI-safe text: the wire form of a wizard (D-GEN-08). */
export const packText = (json: string): string => lz.compressToEncodedURIComponent(json);

/** The value of a compressed text; throws when it is damaged, not JSON or too large. */
export function openPackedText(packed: string): unknown {
  const json = lz.decompressFromEncodedURIComponent(packed);
  if (!json || json.length > maxUnpacked) throw new Error('The text could not be read');
  return parseBounded(json);
}
