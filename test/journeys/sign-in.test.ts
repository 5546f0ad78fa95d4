import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Siteverify, startSiteverify } from '#rehearsal/siteverify.ts';
import { sliderAnswer } from '#test/support/sign-in.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';

const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];
const password = 'test-password';
let app: TestApp;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  app = await startTestApp();
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
});
afterEach(async () => {
  await context?.close();
  await app.app.store.db.deleteFrom('login_failures').execute();
  await app.app.store.db.deleteFrom('login_sliders').execute();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

async function visit(of: TestApp, path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  context = await browser.newContext({ baseURL: of.url, colorScheme, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole('button', { name: 'Login' }).waitFor();
  return page;
}

/** Sends the form and waits for what the page says to it. */
async function refused(page: Page, typed: string, text: string): Promise<void> {
  await page.getByLabel('Username').fill('admin');
  await page.getByRole('textbox', { name: 'Password' }).fill(typed);
  const answered = page.waitForResponse((response) => response.url().endsWith('/public/api/login/account'));
  await page.getByRole('button', { name: 'Login' }).click();
  await answered;
  await page.getByRole('alert').filter({ hasText: text }).waitFor();
}

/** Id of the slider that the page asks for while `act` runs. */
async function nextSlider(page: Page, act: () => Promise<unknown>): Promise<string> {
  const asked = page.waitForResponse((response) => response.url().endsWith('/public/api/login/slider'));
  await act();
  const { id, piece } = (await (await asked).json()) as { id: string; piece: string };
  await page.locator(`img.slider-piece[src="${piece}"]`).waitFor();
  return id;
}

async function failThreeTimes(page: Page): Promise<string> {
  await refused(page, 'wrong 1', 'Incorrect username or password');
  await refused(page, 'wrong 2', 'Incorrect username or password');
  return nextSlider(page, () => refused(page, 'wrong 3', 'Incorrect username or password'));
}

async function dragTo(page: Page, x: number): Promise<void> {
  const box = await page.getByRole('slider').boundingBox();
  if (!box) throw new Error('The handle is not to be seen');
  const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + x, top + 6, { steps: 12 });
  await page.mouse.up();
}

const handle = (page: Page) => page.getByRole('slider', { name: 'Move the piece into its gap' });
const login = (page: Page) => page.getByRole('button', { name: 'Login' }).click();

describe('the slider', () => {
  test('three failures, a drag, and the visitor is where he wanted to be', async () => {
    const page = await visit(app, '/content-groups?from=a mail');
    expect(new URL(page.url()).pathname).toBe('/user/login');
    const first = await failThreeTimes(page);
    // Nothing moved: nothing is sent.
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await login(page);
    await page.getByRole('alert').filter({ hasText: 'Please solve the captcha' }).waitFor();
    // Beside the gap: told, and after a second another picture stands there.
    await dragTo(page, (await sliderAnswer(app.app, first)) - 30);
    const second = await nextSlider(page, async () => {
      await login(page);
      await page.getByText('The piece was not in its gap').waitFor();
    });
    expect(await handle(page).getAttribute('aria-valuenow')).toBe('0');
    await dragTo(page, await sliderAnswer(app.app, second));
    await login(page);
    await page.getByRole('heading', { name: 'Content' }).waitFor();
    expect(page.url()).toBe(`${app.url}/content-groups?from=a%20mail`);
  });

  test('is moved by keys alone', async () => {
    const page = await visit(app, '/user/login');
    const id = await failThreeTimes(page);
    const x = await sliderAnswer(app.app, id);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('textbox', { name: 'Password' }).press('Tab');
    while ((await handle(page).and(page.locator(':focus')).count()) === 0) await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    expect(await handle(page).getAttribute('aria-valuenow')).toBe('224');
    await page.keyboard.press('Home');
    while (Number(await handle(page).getAttribute('aria-valuenow')) < x) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    expect(await page.getByRole('button', { name: 'Login' }).and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
  });

  test.each(['light', 'dark'] as const)('has nothing for axe to find in %s, in any state', async (theme) => {
    const page = await visit(app, '/user/login', theme);
    const found: string[] = [];
    page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
    const look = async (state: string) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, nodes } of violations)
        for (const node of nodes) found.push(`${state}: ${id} at ${node.target.join(' ')}`);
    };
    await look('first');
    const slider = await failThreeTimes(page);
    await look('slider');
    await dragTo(page, await sliderAnswer(app.app, slider));
    await look('moved');
    // The piece fits, the password does not: the verdict is green, and stays until another picture comes.
    await page.route('**/public/api/login/slider', () => {});
    await refused(page, 'wrong 4', 'Incorrect username or password');
    await page.locator('.slider-captcha.is-right').waitFor();
    await look('verdict');
    expect(found).toEqual([]);
  });

  test('pictures that do not come are asked for three times, then after a countdown', async () => {
    const page = await visit(app, '/user/login');
    let asked = 0;
    await page.route('**/public/api/login/slider', (route) => {
      asked += 1;
      return asked <= 3 ? route.fulfill({ status: 429, json: { error: { message: 'no' } } }) : route.continue();
    });
    await page.clock.install();
    for (let turn = 1; turn <= 3; turn += 1) await refused(page, `wrong ${turn}`, 'Incorrect username or password');
    const resend = page.getByRole('button', { name: /^Resend/ });
    await resend.waitFor();
    expect(asked).toBe(3);
    expect(await resend.textContent()).toMatch(/^Resend \(5\d s\)$/);
    expect(await resend.isDisabled()).toBe(true);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.clock.fastForward(60_000);
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await handle(page).waitFor();
    expect(asked).toBe(4);
    expect(await page.getByText('Request Error').count()).toBe(0);
  });
});

test('too many failures are told in the form, not as a failed request', async () => {
  const values = Array.from({ length: 20 }, () => ({ key: 'name:admin' }));
  await app.app.store.db.insertInto('login_failures').values(values).execute();
  const page = await visit(app, '/user/login');
  await refused(page, password, 'Too many attempts, please try again later');
  expect(await page.getByText('Request Error').count()).toBe(0);
});

test('a remembered place elsewhere is not followed', async () => {
  const page = await visit(app, `/user/login?redirect=${encodeURIComponent('/\t/evil.test/')}`);
  await page.getByLabel('Username').fill('admin');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
  expect(page.url()).toBe(`${app.url}/campaigns`);
});

test('without a captcha nothing of Google is loaded', async () => {
  const seen: string[] = [];
  context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  page.on('request', (request) => seen.push(new URL(request.url()).origin));
  await page.goto('/user/login');
  await page.getByRole('button', { name: 'Login' }).waitFor();
  expect([...new Set(seen)].filter((origin) => origin !== app.url)).toEqual([]);
});

/** Stands in for Google's script: a button in place of the box, and a word in place of the hidden check. */
const script = `globalThis.grecaptcha = {
  ready: (done) => done(),
  render(place, options) {
    this.options = options;
    if (options.size === 'invisible') return 1;
    const box = document.createElement('button');
    box.type = 'button';
    box.textContent = 'I am no robot ' + options.sitekey + ' ' + options.theme;
    box.onclick = () => options.callback('box-token');
    place.append(box);
    return 1;
  },
  execute() { if (!location.hash.includes('silent')) this.options.callback('hidden-token'); },
  reset() {},
};`;

describe("Google's captcha", () => {
  let google: Siteverify;
  let strict: TestApp;
  const start = async (kind: 'v2' | 'invisible') => {
    google = await startSiteverify();
    const service = { kind, siteKey: 'site-key', secret: 'secret-key', verifyUrl: google.url };
    strict = await startTestApp({ captcha: { always: true, google: service } });
  };
  afterEach(async () => {
    await context?.close();
    await strict?.stop();
    await google?.close();
  });
  const withScript = async (path: string) => {
    const page = await visit(strict, '/user/login');
    await page.route('https://www.google.com/recaptcha/api.js**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await page.goto(path);
    await page.reload();
    await page.getByLabel('Username').fill('admin');
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    return page;
  };

  test('the box is shown in the colours of the page, and must be ticked', async () => {
    await start('v2');
    const page = await withScript('/user/login');
    const box = page.getByRole('button', { name: 'I am no robot site-key light' });
    await box.waitFor();
    await login(page);
    await page.getByRole('alert').filter({ hasText: 'Please solve the captcha' }).waitFor();
    await box.click();
    await login(page);
    await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
    expect(google.asked.map(({ response }) => response)).toEqual(['box-token']);
  });

  test('the invisible kind is asked when the form is sent', async () => {
    await start('invisible');
    const page = await withScript('/user/login');
    await login(page);
    await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
    expect(google.asked.map(({ response }) => response)).toEqual(['hidden-token']);
  });

  test('the invisible kind is waited for no longer than a minute', async () => {
    await start('invisible');
    const page = await withScript('/user/login#silent');
    await page.clock.install();
    await login(page);
    await page.locator('.ant-btn-loading').waitFor();
    await page.clock.fastForward(61_000);
    await page.getByRole('alert').filter({ hasText: 'Timed out' }).waitFor();
    expect(google.asked).toEqual([]);
  });

  test('a script that does not come is told, and can be asked for again', async () => {
    await start('v2');
    const page = await visit(strict, '/user/login');
    await page.route('https://www.google.com/recaptcha/api.js**', (route) => route.abort());
    await page.reload();
    await page.getByText('The captcha could not be loaded.').waitFor();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.route('https://www.google.com/recaptcha/api.js**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'I am no robot site-key light' }).waitFor();
  });
});
