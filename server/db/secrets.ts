import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareFolder } from './data-folder.ts';

/** Seals secrets for the store: AES-256-GCM, base64 of nonce(12) + text + tag(16), marked with `s1:`. */
export interface Secrets {
  seal(plain: string): string;
  /** Opens what {@link seal} wrote; throws when the key is another one. */
  open(sealed: string): string;
}

/** Uses the key given (64 hex digits) or the 0600 key file of the data folder, made at first use. */
export function createSecrets(hexKey: string | undefined, dataDir: string): Secrets {
  const key = Buffer.from(hexKey ?? readKeyFile(dataDir), 'hex');
  if (key.length !== 32) throw new Error('LINKWRIGHT_SECRET_KEY must be 64 hex digits (32 bytes)');
  return {
    seal(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `s1:${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64')}`;
    },
    open(sealed) {
      const bytes = Buffer.from(sealed.slice(3), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

function readKeyFile(dataDir: string): string {
  prepareFolder(dataDir);
  const file = join(dataDir, 'secret.key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
