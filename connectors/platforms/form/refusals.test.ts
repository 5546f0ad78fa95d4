import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostContent } from '#connectors/kit/contract/platforms.ts';
import { articleDefinition } from '#rehearsal/form-definition.ts';
import { startWorld } from '#rehearsal/world.ts';
import { lost, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { type PageServer, startPageServer } from '#test/support/page-server.ts';
import { form } from './index.ts';

/** What sites answer beside what was hoped for: never worked around, and never sent twice. */
let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.close());

const definition = {
  version: 1,
  page: '/submit',
  steps: [
    {
      form: { id: 'post' },
      fields: [
        { name: 'title', value: '{title}' },
        { name: 'text', value: '{html}' },
      ],
    },
  ],
  success: [{ text: 'Thank you' }],
  waiting: [{ text: 'An editor will look' }],
  errors: [{ text: 'Slow down', means: 'busy' }],
  address: { from: 'answer', link: '/articles/*' },
  lookUp: { page: '/mine', shows: { text: 'My articles' }, entry: 'li', by: 'title', link: '/articles/*' },
};
const goodForm =
  '<form id="post" method="post" action="/submit"><input name="title"><textarea name="text"></textarea></form>';

/** Answers by method and path: "POST /submit". */
function say(answers: Record<string, string | [number, string]>): void {
  server.say((request, response) => {
    const told = answers[`${request.method} ${request.url}`] ?? [404, 'Not found'];
    const [status, html] = typeof told === 'string' ? [200, told] : told;
    response.writeHead(status, { 'content-type': 'text/html' }).end(html);
  });
}
const benchOf = (settings: object = definition) =>
  new PlatformBench(form, {
    url: `http://${server.host}/`,
    username: 'ann',
    password: 'pw-of-ann',
    settings: settings as Record<string, unknown>,
    close: async () => {},
  });
const posted = () => server.asked.filter(({ path }) => path.startsWith('/submit')).length;

describe('a form is left alone', () => {
  it.each<[string, string | [number, string], object]>([
    ['the site answers 403', [403, 'Forbidden'], { name: 'NeedsOperator', ask: 'ban' }],
    [
      'the page says that the account may not',
      '<p>You are not allowed to post here</p>',
      { name: 'NeedsOperator', ask: 'ban' },
    ],
    ['the account was banned', '<p>Sorry, you have been <b>banned</b>.</p>', { name: 'NeedsOperator', ask: 'ban' }],
    [
      'its form has a captcha',
      goodForm.replace('<input', '<input name="captcha"><input'),
      { name: 'NeedsOperator', ask: 'captcha' },
    ],
    [
      'its form has a widget',
      goodForm.replace('<input', '<div class="g-recaptcha"></div><input'),
      { name: 'NeedsOperator', ask: 'captcha' },
    ],
    ['a page stands before it', [503, '<div id="cf-chl-widget"></div>'], { name: 'NeedsOperator', ask: 'captcha' }],
    [
      'it goes elsewhere',
      goodForm.replace('/submit', 'https://other.test/'),
      { name: 'Fatal', message: 'The form goes to another site (https://other.test): nothing is sent there' },
    ],
    [
      'it has other fields',
      goodForm.replace('name="text"', 'name="body"'),
      { name: 'Fatal', message: 'The form has no field text; fields there: title, body' },
    ],
    [
      'a mark of success is on its page already',
      `${goodForm}<footer>Thank you for your visit</footer>`,
      {
        name: 'Fatal',
        message: 'A mark of success is on the page of the form already, before anything was sent: it proves nothing',
      },
    ],
    [
      'it is gone',
      '<form name="search"></form>',
      { name: 'Fatal', message: 'The page /submit has no form with the id post; forms there: search' },
    ],
  ])('when %s', async (_, page, expected) => {
    say({ 'GET /submit': page });
    const bench = benchOf();
    const before = posted();
    expect(await bench.failure(form.publish(bench.job(), newContent()))).toMatchObject(expected);
    expect(posted()).toBe(before + 1);
    await bench.outside.close();
  });
});

describe('the answer to a post', () => {
  it.each<[string, string | [number, string], object]>([
    ['says nothing', '<p>Hm.</p>', { name: 'Unconfirmed' }],
    ['is broken', [500, 'Oops'], { name: 'Unconfirmed' }],
    ['shows no address', '<p>Thank you</p>', { name: 'Unconfirmed' }],
    ['asks to wait', '<p>Slow down, please</p>', { name: 'Retryable', afterMs: 60_000 }],
    ['forbids', [403, 'No'], { name: 'NeedsOperator', ask: 'ban' }],
  ])('%s', async (_, page, expected) => {
    say({ 'GET /submit': goodForm, 'POST /submit': page });
    const bench = benchOf();
    expect(await bench.failure(form.publish(bench.job(), newContent()))).toMatchObject(expected);
    await bench.outside.close();
  });

  it('with a box for signing in on it says nothing: the post may stand', async () => {
    const box = '<form id="in" method="post" action="/in"><input name="user"></form>';
    const signIn = { page: '/in', form: { id: 'in' }, fields: [{ name: 'user', value: '{account.username}' }] };
    const settings = { ...definition, signIn: { ...signIn, success: [{ text: 'Bye' }] } };
    say({ 'GET /in': box, 'POST /in': 'Bye', 'GET /submit': goodForm, 'POST /submit': box });
    const bench = benchOf(settings);
    const before = server.asked.filter(({ path }) => path === '/submit').length;
    expect((await bench.failure(form.publish(bench.job(), newContent()))).name).toBe('Unconfirmed');
    expect(server.asked.filter(({ path }) => path === '/submit').length).toBe(before + 2);
    await bench.outside.close();
  });

  it('comes to a form that is sent in parts too', async () => {
    const sent: string[] = [];
    server.say((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', async () => {
        const type = request.headers['content-type'];
        if (type) {
          const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData();
          sent.push(type.split(';', 1)[0] ?? '', ...[...form].map(([name, value]) => `${name}: ${value}`));
        }
        const answer = type
          ? 'Thank you <a href="/articles/1">here</a>'
          : goodForm.replace('>', ' enctype="multipart/form-data">');
        response.writeHead(200, { 'content-type': 'text/html' }).end(answer);
      });
    });
    const bench = benchOf();
    await bench.publish(newContent({ title: 'Ünï "q"', html: '<p>a</p>\n<p>b</p>' }));
    expect(sent).toEqual(['multipart/form-data', 'title: Ünï "q"', 'text: <p>a</p>\r\n<p>b</p>']);
    await bench.outside.close();
  });

  it('is read for the address, not taken from its menu', async () => {
    const settings = { ...definition, page: '/articles/new' };
    const answer =
      'Thank you <a href="/articles/new">New</a> <a href="https://x.test/articles/1">1</a> <a href=/articles/5#top>5</a>';
    say({ 'GET /articles/new': goodForm, 'POST /submit': answer });
    const bench = benchOf(settings);
    expect((await bench.publish(newContent())).url).toBe(`http://${server.host}/articles/5`);
    await bench.outside.close();
  });

  it('may be that an editor will look at it', async () => {
    say({
      'GET /submit': goodForm,
      'POST /submit': 'An editor will look at it',
      'GET /mine': 'My articles <li>A title',
    });
    const bench = benchOf();
    const content = newContent({ title: 'A title' });
    expect(await form.publish(bench.job(), content)).toEqual({ state: 'pending', token: 'waiting' });
    expect(await form.lookUp(bench.job(), content, lost)).toEqual({ state: 'pending', token: 'listed' });
    await bench.outside.close();
  });
});

describe('a look-up', () => {
  const look = async (answers: Record<string, string>, content: PostContent, settings: object = definition) => {
    say(answers);
    const bench = benchOf(settings);
    const found = await form.lookUp(bench.job(), content, lost);
    await bench.outside.close();
    return found;
  };
  const content = newContent({ title: 'One & two' });
  const list =
    'My articles <ul><li><a href="/articles/1">One &amp; two</a></li><li><a href="/articles/2">One &amp; two</a></li></ul>';

  it('by title tells posts of one title apart by their links', async () => {
    const links = content.links.map(({ url }) => `<a href="${url.replace('&', '&amp;')}">a</a>`).join('');
    const pages = { 'GET /mine': list, 'GET /articles/1': 'Another one', 'GET /articles/2': links };
    expect(await look(pages, content)).toMatchObject({ state: 'published', url: `http://${server.host}/articles/2` });
    expect(await look({ ...pages, 'GET /articles/2': 'A third' }, content)).toEqual({ state: 'absent' });
  });

  it('cannot tell where the list looks otherwise, or where there is none', async () => {
    expect(await look({ 'GET /mine': 'Welcome' }, content)).toMatchObject({ state: 'unknown' });
    const { lookUp: _, waiting: __, ...without } = definition;
    expect(await look({}, content, without)).toMatchObject({ state: 'unknown' });
  });

  it('by link knows the entry that leads to it', async () => {
    const [link] = content.links;
    const settings = { ...definition, lookUp: { ...definition.lookUp, by: 'link' } };
    const entry = `My articles <li><a href="${link?.url.replace('&', '&amp;')}">x</a> <a href="/articles/7">y</a>`;
    expect(await look({ 'GET /mine': entry }, content, settings)).toMatchObject({
      url: `http://${server.host}/articles/7`,
    });
  });
});

it('takes what the site has already as its own where its list says so, and sends no other text for it', async () => {
  const site = (await startWorld({ form: 1 })).sites[0]!;
  const bench = new PlatformBench(form, { ...site, settings: articleDefinition });
  const content = newContent();
  const { url } = await bench.publish(content);
  expect((await bench.publish(content)).url).toBe(url);
  const other = await bench.failure(form.publish(bench.job(), { ...content, marker: 'another1' }));
  expect(other).toMatchObject({
    name: 'Fatal',
    message: 'The site has this post already: has been entered before.',
  });
  expect(site.posts()).toHaveLength(1);
  await bench.outside.close();
  await site.close();
});

it.each(['WebProfile', 'ForumProfile'] as const)(
  'a profile (%s) is filled once, and never written over',
  async (module) => {
    const fields = [
      { name: 'site', value: '{link.url}' },
      { name: 'bio', value: '{text}' },
    ];
    const settings = { ...definition, steps: [{ form: { id: 'post' }, fields }], address: { from: 'final' } };
    const page = (bio: string) =>
      `<form id="post" method="post" action="/submit"><input name="site"><textarea name="bio">${bio}</textarea></form>`;
    const bench = benchOf(settings);
    const publish = form.ownWays?.[module]?.publish;
    const content = newContent({ html: '<p>All about\nme.</p>' });
    say({ 'GET /submit': page('Mine &amp; hers'), 'POST /submit': 'Thank you' });
    const before = posted();
    const error = await bench.failure(publish?.(bench.job(), content) ?? Promise.resolve());
    expect(error).toMatchObject({
      name: 'Fatal',
      message: 'The profile of this account has a text already (bio), and is filled only once: use another account',
    });
    expect(posted()).toBe(before + 1);
    for (const bio of ['', 'All about me.']) {
      say({ 'GET /submit': page(bio), 'POST /submit': 'Thank you' });
      expect(await publish?.(bench.job(), content)).toMatchObject({ state: 'published' });
    }
    await bench.outside.close();
  },
);

it('asks for the definition where a site has none', async () => {
  const bench = benchOf();
  const job = bench.job();
  const error = await bench.failure(form.publish({ ...job, site: { ...job.site, settings: undefined } }, newContent()));
  expect(error).toMatchObject({ name: 'Fatal', message: 'This site has no form definition: enter one in its dialog' });
  await bench.outside.close();
});
