import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
/** About 60 ms and 32 MB per try. */
const cost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** Hash of a password: `scrypt$salt$key`, base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, 32, cost);
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`;
}

const nobody = await hashPassword(randomBytes(16).toString('hex'));

/** Checks a password; takes as long for an unknown user (hash undefined) as for a known one. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, salt = '', key = ''] = (hash ?? nobody).split('$');
  const derived = await derive(password, Buffer.from(salt, 'base64'), 32, cost);
  return timingSafeEqual(derived, Buffer.from(key, 'base64')) && hash !== undefined;
}
