import { type Envelope, sealText } from '#domain/rules/envelope.ts';
import { packText } from '#domain/rules/packed-text.ts';

/** What JSON text becomes on its way: an envelope (D-GEN-07), or compressed URI-safe text (D-GEN-08). */
export interface Packing {
  json: string;
  as: 'envelope' | 'text';
}

/** What is sent of JSON text. */
export const pack = ({ json, as }: Packing): Envelope | string =>
  as === 'text' ? packText(json) : sealText(json, crypto.getRandomValues(new Uint8Array(12)));
