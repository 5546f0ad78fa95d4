import { crc32, inflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Siteverify, startSiteverify } from '#rehearsal/siteverify.ts';
import { readConfig } from '#server/config.ts';
import { sendSignIn, sliderAnswer } from '#test/support/sign-in.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

const right = { username: 'admin', password: 'test-password' };
const wrong = { ...right, password: 'wrong' };
const texts = {
  wrong: 'Incorrect username or password',
  captcha: 'Please solve the captcha',
  tooMany: 'Too many attempts, please try again later',
};
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ trustedProxies: ['loopback'] });
});
afterAll(() => app?.stop());
afterEach(async () => {
  await app.app.store.db.deleteFrom('login_failures').execute();
  await app.app.store.db.deleteFrom('login_sliders').execute();
});

const signIn = (body: object) => sendSignIn(app.url, body);
const configOf = async (of: TestApp) => (await fetch(`${of.url}/public/api/login/config`)).json();
const picture = (headers: Record<string, string> = {}) => fetch(`${app.url}/public/api/login/slider`, { headers });
async function failThreeTimes() {
  for (const captcha of [null, null, 'slider'])
    expect((await signIn(wrong)).body).toEqual({ status: texts.wrong, captcha });
}
/** A fresh slider's answer, moved off by so many px. */
async function solved(off = 0) {
  const { id } = (await (await picture()).json()) as { id: string };
  return { captcha: `${id}:${(await sliderAnswer(app.app, id)) + off}`, captchaType: 'slider' };
}
const failures = async () => (await app.app.store.db.selectFrom('login_failures').selectAll().execute()).length;

describe('when a captcha is asked for', () => {
  test('after three failed tries, and the right password does not help without it', async () => {
    expect(await configOf(app)).toMatchObject({ captcha: null, siteKey: null });
    await failThreeTimes();
    expect(await configOf(app)).toMatchObject({ captcha: 'slider', siteKey: null });
    const before = await failures();
    expect(await signIn(right)).toMatchObject({
      status: 200,
      body: { status: texts.captcha, captcha: 'slider' },
      setCookie: null,
    });
    // It was no try: the password was not looked at.
    expect(await failures()).toBe(before);
    expect((await signIn({ ...right, ...(await solved()) })).body).toEqual({ status: 'ok', name: 'admin' });
  });

  test('for the name from other addresses too, and for other names from this address', async () => {
    const from = (address: string, body: object) => sendSignIn(app.url, body, { 'x-forwarded-for': address });
    for (let turn = 0; turn < 3; turn += 1) await from('198.51.100.1', wrong);
    expect((await from('198.51.100.2', right)).body.status).toBe(texts.captcha);
    expect((await from('198.51.100.2', { ...wrong, username: 'other' })).body.status).toBe(texts.wrong);
    expect((await from('198.51.100.1', { ...wrong, username: 'another' })).body.status).toBe(texts.captcha);
    expect(await configOf(app)).toMatchObject({ captcha: null });
  });

  test('for the whole network of an IPv6 address', async () => {
    const from = (address: string, body: object) => sendSignIn(app.url, body, { 'x-forwarded-for': address });
    for (const host of ['1', '2', '3:4'])
      await from(`2001:db8:1:2::${host}`, { ...wrong, username: `somebody ${host}` });
    expect((await from('2001:db8:1:2:aaaa::9', right)).body.status).toBe(texts.captcha);
    expect((await from('2001:db8:1:3::9', right)).body.status).toBe('ok');
  });

  test('for the wide network of an IPv6 site, after more tries', async () => {
    const from = (net: number, body: object) =>
      sendSignIn(app.url, body, { 'x-forwarded-for': `2001:db8:1:${net.toString(16)}::1` });
    for (let net = 0; net < 15; net += 1) await from(net, { ...wrong, username: `somebody ${net}` });
    expect((await from(99, right)).body.status).toBe(texts.captcha);
    const elsewhere = { 'x-forwarded-for': '2001:db8:2:1::1' };
    expect((await sendSignIn(app.url, right, elsewhere)).body.status).toBe('ok');
  });

  test('for the address of the connection when no proxy is trusted', async () => {
    const untrusting = await startTestApp();
    const from = (address: string, body: object) => sendSignIn(untrusting.url, body, { 'x-forwarded-for': address });
    for (let turn = 0; turn < 3; turn += 1) await from(`198.51.100.${turn}`, { ...wrong, username: `name ${turn}` });
    expect((await from('198.51.100.9', right)).body.status).toBe(texts.captcha);
    await untrusting.stop();
  });

  test('no more when 15 minutes are over', async () => {
    await failThreeTimes();
    const at = new Date(Date.now() - 16 * 60_000);
    await app.app.store.db.updateTable('login_failures').set({ at }).execute();
    expect(await configOf(app)).toMatchObject({ captcha: null });
    expect((await signIn(right)).body.status).toBe('ok');
  });

  test('many tries at once are no way past it', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(wrong)));
    const checked = answers.filter(({ body }) => body.status === texts.wrong);
    expect(checked.length).toBeLessThanOrEqual(3);
    expect(answers.filter(({ body }) => body.status === texts.captcha)).toHaveLength(30 - checked.length);
    expect(await failures()).toBe(checked.length * 2);
  });

  test('always by setting', async () => {
    const strict = await startTestApp({ captcha: { always: true, google: null } });
    expect(await configOf(strict)).toMatchObject({ captcha: 'slider' });
    expect((await sendSignIn(strict.url, right)).body).toEqual({ status: texts.captcha, captcha: 'slider' });
    await strict.stop();
  });

  test('20 failures end in 429, with the captcha solved too', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const answer = await signIn({ ...wrong, ...(turn < 3 ? {} : await solved()) });
      expect(answer, `try ${turn}`).toMatchObject({ status: 200, body: { status: texts.wrong } });
    }
    await app.app.store.db.deleteFrom('login_sliders').execute();
    const refused = await signIn({ ...right, ...(await solved()) });
    expect(refused).toMatchObject({ status: 429, body: { status: texts.tooMany }, setCookie: null });
  });
});

describe('the slider', () => {
  test('shows two pictures that say nothing about the place', async () => {
    const response = await picture();
    expect(response.headers.get('cache-control')).toBe('no-store');
    const slider = (await response.json()) as Record<'id' | 'background' | 'piece', string> & { top: number };
    expect(Object.keys(slider).sort()).toEqual(['background', 'id', 'piece', 'top']);
    expect(readPng(slider.background)).toMatchObject({ width: 280, height: 155, chunks: ['IHDR', 'IDAT', 'IEND'] });
    expect(readPng(slider.piece)).toMatchObject({ width: 56, height: 56, chunks: ['IHDR', 'IDAT', 'IEND'] });
    const x = await sliderAnswer(app.app, slider.id);
    expect(x >= 66 && x <= 224 && slider.top >= 0 && slider.top <= 155 - 56).toBe(true);
  });

  test('is solved by laying the piece where the picture goes on', async () => {
    await failThreeTimes();
    const slider = (await (await picture()).json()) as Record<'id' | 'background' | 'piece', string> & { top: number };
    const x = bestFit(readPng(slider.background).pixels, readPng(slider.piece).pixels, slider.top);
    expect((await signIn({ ...right, captcha: `${slider.id}:${x}`, captchaType: 'slider' })).body.status).toBe('ok');
  });

  test.each([
    [-6, false],
    [-5, true],
    [0, true],
    [5, true],
    [6, false],
  ])('%i px off: %s', async (off, fits) => {
    await failThreeTimes();
    const { body } = await signIn({ ...right, ...(await solved(off)) });
    expect(body.status).toBe(fits ? 'ok' : texts.captcha);
  });

  test('is good for one try, right or wrong', async () => {
    await failThreeTimes();
    const answer = await solved();
    expect((await signIn({ ...wrong, ...answer })).body.status).toBe(texts.wrong);
    expect((await signIn({ ...right, ...answer })).body.status).toBe(texts.captcha);
    const missed = await solved(40);
    const [id, x] = missed.captcha.split(':');
    expect((await signIn({ ...right, ...missed })).body.status).toBe(texts.captcha);
    const corrected = { ...missed, captcha: `${id}:${Number(x) - 40}` };
    expect((await signIn({ ...right, ...corrected })).body.status).toBe(texts.captcha);
  });

  test('is over after two minutes, and its row goes', async () => {
    await failThreeTimes();
    const answer = await solved();
    const madeAt = new Date(Date.now() - 121_000);
    await app.app.store.db.updateTable('login_sliders').set({ made_at: madeAt }).execute();
    expect((await signIn({ ...right, ...answer })).body.status).toBe(texts.captcha);
    await picture();
    expect(await app.app.store.db.selectFrom('login_sliders').selectAll().execute()).toHaveLength(1);
  });

  test('takes nothing but its own kind of answer', async () => {
    await failThreeTimes();
    const { captcha } = await solved();
    const others = ['', 'x', ':', `${captcha}.5`, captcha.replace(/:.*/, ':'), `${'a'.repeat(22)}:100`];
    for (const bad of others) expect((await signIn({ ...right, captcha: bad })).body.status, bad).toBe(texts.captcha);
    expect((await signIn({ ...right, captcha, captchaType: 'v2' })).body.status).toBe(texts.captcha);
    expect((await signIn({ ...right, captcha })).body.status).toBe('ok');
  });

  test('is not handed out without end to many who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => picture()));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(20);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
  });

  test('is not handed out without end, nor to pages of other sites', async () => {
    for (let nPictures = 0; nPictures < 20; nPictures += 1) expect((await picture()).status).toBe(200);
    const refused = await picture();
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({ error: { code: 'TOO_MANY_TRIES', message: texts.tooMany } });
    expect((await picture({ 'x-forwarded-for': '198.51.100.7' })).status).toBe(200);
    const madeAt = new Date(Date.now() - 61_000);
    await app.app.store.db.updateTable('login_sliders').set({ made_at: madeAt }).execute();
    expect((await picture()).status).toBe(200);
    expect((await picture({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});

describe("Google's captcha", () => {
  let google: Siteverify;
  let strict: TestApp;
  beforeAll(async () => {
    google = await startSiteverify();
    const service = { kind: 'v2', siteKey: 'site-key', secret: 'secret-key', verifyUrl: google.url } as const;
    strict = await startTestApp({ captcha: { always: true, google: service } });
  });
  afterAll(async () => {
    await strict?.stop();
    await google?.close();
  });
  const tryToken = async () => {
    const { body } = await sendSignIn(strict.url, { ...right, captcha: 'token-1', captchaType: 'v2' });
    return body.status;
  };

  test('is asked for with its site key, and only then let into the page', async () => {
    expect(await configOf(strict)).toMatchObject({ captcha: 'v2', siteKey: 'site-key' });
    const policy = (await fetch(`${strict.url}/health`)).headers.get('content-security-policy');
    for (const directive of ['script-src', 'frame-src'])
      expect(policy).toContain(`${directive} 'self' https://www.google.com https://www.gstatic.com;`);
    expect((await app.fetch('/health')).headers.get('content-security-policy')).not.toMatch(/google|gstatic/);
  });

  test('lets in whom Google vouches for', async () => {
    google.asked.length = 0;
    expect(await tryToken()).toBe('ok');
    expect(google.asked).toEqual([{ secret: 'secret-key', response: 'token-1', remoteip: '127.0.0.1' }]);
  });

  test.each(['bad', 'broken', 'cut'] as const)('refuses when the service is %s', async (mood) => {
    google.mood = mood;
    expect(await tryToken()).toBe(texts.captcha);
    google.mood = 'good';
  });

  test('refuses without a token without asking', async () => {
    google.asked.length = 0;
    expect((await sendSignIn(strict.url, right)).body).toEqual({ status: texts.captcha, captcha: 'v2' });
    expect((await sendSignIn(strict.url, { ...right, captcha: 'x', captchaType: 'slider' })).body.captcha).toBe('v2');
    expect(google.asked).toEqual([]);
  });

  test('refuses when nobody answers at all', async () => {
    await google.close();
    expect(await tryToken()).toBe(texts.captcha);
  });
});

describe('settings', () => {
  test('what is set is read, what cannot be meant is refused', () => {
    const both = { LINKWRIGHT_GOOGLE_SITE_KEY: 'a', LINKWRIGHT_GOOGLE_SECRET: 'b' };
    const url = 'https://www.google.com/recaptcha/api/siteverify';
    expect(readConfig({}, []).captcha).toEqual({ always: false, google: null });
    expect(readConfig({ ...both, LINKWRIGHT_LOGIN_CAPTCHA: 'always' }, []).captcha).toEqual({
      always: true,
      google: { kind: 'v2', siteKey: 'a', secret: 'b', verifyUrl: url },
    });
    expect(readConfig({ ...both, LINKWRIGHT_GOOGLE_CAPTCHA: 'invisible' }, []).captcha.google?.kind).toBe('invisible');
    expect(() => readConfig({ LINKWRIGHT_LOGIN_CAPTCHA: 'never' }, [])).toThrow('LINKWRIGHT_LOGIN_CAPTCHA');
    expect(() => readConfig({ ...both, LINKWRIGHT_GOOGLE_CAPTCHA: 'v3' }, [])).toThrow('LINKWRIGHT_GOOGLE_CAPTCHA');
    expect(() => readConfig({ LINKWRIGHT_GOOGLE_SITE_KEY: 'a' }, [])).toThrow('must be set together');
  });
});

interface ReadPng {
  width: number;
  height: number;
  chunks: string[];
  /** RGBA. */
  pixels: Uint8Array;
}

/** Reads a PNG of RGBA pixels whose rows are all differences to the left. */
function readPng(uri: string): ReadPng {
  const bytes = Buffer.from(uri.replace(/^data:image\/png;base64,/, ''), 'base64');
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const parts: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const end = at + 8 + bytes.readUInt32BE(at);
    expect(crc32(bytes.subarray(at + 4, end))).toBe(bytes.readUInt32BE(end));
    parts.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) });
  }
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const rows = inflateSync(parts.find(({ type }) => type === 'IDAT')?.data ?? Buffer.alloc(0));
  const [length, pixels] = [width * 4, new Uint8Array(width * height * 4)];
  expect(rows.length).toBe((length + 1) * height);
  for (let at = 0; at < pixels.length; at += 1) {
    const left = at % length < 4 ? 0 : (pixels[at - 4] ?? 0);
    pixels[at] = left + (rows[Math.floor(at / length) * (length + 1) + 1 + (at % length)] ?? 0);
  }
  return { width, height, chunks: parts.map(({ type }) => type), pixels };
}

/** Where a darkened piece lies nearest to the picture. */
function bestFit(background: Uint8Array, piece: Uint8Array, top: number): number {
  const distance = (x: number) => {
    let sum = 0;
    for (let at = 0; at < piece.length; at += 4) {
      if (piece[at + 3] !== 255) continue;
      const [column, row] = [(at / 4) % 56, Math.floor(at / 4 / 56)];
      const below = ((top + row) * 280 + x + column) * 4;
      for (let part = 0; part < 3; part += 1)
        sum += Math.abs((background[below + part] ?? 0) - (piece[at + part] ?? 0) * 0.45);
    }
    return sum;
  };
  const places = Array.from({ length: 225 }, (_, x) => ({ x, distance: distance(x) }));
  return places.sort((a, b) => a.distance - b.distance)[0]?.x ?? -1;
}
