import { gcm } from '@noble/ciphers/aes.js';
import { sha256 } from '@noble/hashes/sha2.js';
import lz from 'lz-string';
import { parseBounded } from './bounded-json.ts';

/** Wire form of project saves and campaign creation (D-GEN-06, D-GEN-07). Not a protection. */
export interface Envelope {
  payload: string;
}

/** Unpacked payloads above this many characters are refused (D-GEN-08). */
const maxUnpacked = 20_000_000;
const key = sha256(new TextEncoder().encode('linkwright wire envelope 1'));

/** Packs a value: base64 of nonce(12) + AES-256-GCM(LZ-string text) + tag(16). */
export function sealEnvelope(value: unknown, nonce: Uint8Array): Envelope {
  return sealText(JSON.stringify(value), nonce);
}

/** Packs a value that is JSON text already. */
export function sealText(json: string, nonce: Uint8Array): Envelope {
  const packed = new TextEncoder().encode(lz.compressToEncodedURIComponent(json));
  const sealed = gcm(key, nonce).encrypt(packed);
  const bytes = new Uint8Array(nonce.length + sealed.length);
  bytes.set(nonce);
  bytes.set(sealed, nonce.length);
  return { payload: toBase64(bytes) };
}

/** Unpacks a payload; throws when it is damaged, not JSON or too large. */
export function openEnvelope(payload: string): unknown {
  const bytes = fromBase64(payload);
  const packed = new TextDecoder().decode(gcm(key, bytes.subarray(0, 12)).decrypt(bytes.subarray(12)));
  const json = lz.decompressFromEncodedURIComponent(packed);
  if (!json || json.length > maxUnpacked) throw new Error('The payload could not be read');
  return parseBounded(json);
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}

function fromBase64(value: string): Uint8Array {
  return Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0));
}
