import { randomBytes } from 'node:crypto';
import { gcm } from '@noble/ciphers/aes.js';
import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCampaign } from '#domain/contract/campaigns.ts';
import { savePostingProject } from '#domain/contract/projects/posting.ts';
import { sealEnvelope } from '#domain/rules/envelope.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const seal = (value: unknown) => sealEnvelope(value, randomBytes(12));
const create = (body: unknown) => app.send(createCampaign, { body });

/** Seals a text that is already packed: the key is fixed and known to every browser (D-GEN-06). */
function sealPacked(packed: string): { payload: string } {
  const key = sha256(new TextEncoder().encode('linkwright wire envelope 1'));
  const nonce = randomBytes(12);
  const sealed = gcm(key, nonce).encrypt(new TextEncoder().encode(packed));
  return { payload: Buffer.concat([nonce, sealed]).toString('base64') };
}

/** LZ-string of one letter, about `nPhrases` squared by two times: written by hand, since packing it would take minutes. */
function packBomb(nPhrases: number): string {
  const safe = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-$';
  let text = '';
  let held = 0;
  let nHeld = 0;
  const write = (value: number, nBits: number) => {
    for (let bit = 0; bit < nBits; bit += 1) {
      held = (held << 1) | ((value >> bit) & 1);
      nHeld += 1;
      if (nHeld < 6) continue;
      text += safe[held];
      held = 0;
      nHeld = 0;
    }
  };
  write(0, 2);
  write('1'.charCodeAt(0), 8);
  let nBits = 3;
  let left = 4;
  for (let phrase = 0; phrase < nPhrases; phrase += 1) {
    write(4 + phrase, nBits);
    left -= 1;
    if (left > 0) continue;
    left = 2 ** nBits;
    nBits += 1;
  }
  write(2, nBits);
  write(0, 6);
  return text;
}

test('takes a sealed body and a plain one alike', async () => {
  const sealed = await create(seal({ name: 'Sealed', creatingType: 'Manually' }));
  expect(sealed.body.campaign).toMatchObject({ name: 'Sealed', campaignStatus: 'ACTIVE' });
  expect((await create({ name: 'Plain' })).body.campaign.name).toBe('Plain');
  expect((await create(seal({ name: ' ' }))).body).toEqual({
    error: { code: 'INVALID', message: 'Please enter campaign name', field: 'name' },
  });
});

test('takes a large sealed body', async () => {
  const name = randomBytes(200_000).toString('hex');
  const answer = await create(seal({ name, creatingType: 'Manually' }));
  expect(answer.body.error.message).toBe('Must be at most 255 characters');
});

describe('damaged payloads answer 400', () => {
  const good = seal({ name: 'x' }).payload;
  const damaged: [string, unknown][] = [
    ['a number', 7],
    ['nothing', ''],
    ['no base64', '%%%'],
    ['cut short', good.slice(0, 20)],
    ['one letter changed', `${good.slice(0, 30)}${good[30] === 'A' ? 'B' : 'A'}${good.slice(31)}`],
    ['long garbage', randomBytes(20_000).toString('base64')],
    ['well sealed, badly packed', sealPacked('no LZ-string at all').payload],
    ['a NUL inside', seal({ name: 'a\u0000b' }).payload],
    ['half a character inside', seal({ name: 'a\ud800b' }).payload],
    ['a wrong type inside', seal({ name: 7 }).payload],
    ['null inside', seal(null).payload],
  ];
  test.each(damaged)('%s', async (_, payload) => {
    for (const call of [createCampaign, savePostingProject]) {
      const answer = await app.send(call, { body: { payload } });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).not.toBe('');
    }
  });

  test('any bytes', async () => {
    const property = fc.asyncProperty(fc.string(), async (payload) => {
      expect((await create({ payload })).status).toBe(400);
    });
    await fc.assert(property, { seed: 1, numRuns: 25 });
  });
});

test('a packed bomb is refused, and holds up nobody', async () => {
  const bomb = sealPacked(packBomb(100_000));
  expect(bomb.payload.length).toBeLessThan(400_000);
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
  expect((await create(bomb)).status).toBe(400);
  const spent = (usage: NodeJS.CpuUsage) => (usage.user + usage.system) / 1_000;
  // Unpacking is work, and done elsewhere: the event loop has a small part in it.
  expect(spent(process.threadCpuUsage(own))).toBeLessThan(spent(process.cpuUsage(all)) / 3);
});

test('a small bomb is what it says: one long number, so no campaign', async () => {
  expect((await create(sealPacked(packBomb(50)))).status).toBe(400);
});

test('a text may speak of NUL characters', async () => {
  const name = 'The escape \\u0000 and \\ud800';
  expect((await create({ name })).body.campaign.name).toBe(name);
  expect((await create(seal({ name }))).body.campaign.name).toBe(name);
});
