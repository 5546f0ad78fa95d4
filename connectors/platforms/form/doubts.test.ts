import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostContent } from '#connectors/kit/contract/platforms.ts';
import { formsOf } from '#connectors/kit/html-form.ts';
import { lost, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { type PageServer, startPageServer } from '#test/support/page-server.ts';
import { form } from './index.ts';

/** Where nobody can tell whether a post stands, nobody says that it does not: nothing is sent again on a guess. */
let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.close());

const fields = [
  { name: 'title', value: '{title}' },
  { name: 'text', value: '{html}' },
  { name: 'note', value: '{marker}' },
];
const list = { page: '/mine', shows: { text: 'My articles' }, entry: 'li', by: 'title', link: '/articles/*' };
const definition = {
  version: 1,
  page: '/submit',
  steps: [{ form: { id: 'post' }, fields }],
  success: [{ text: 'Thank you' }],
  address: { from: 'answer', link: '/articles/*' },
  lookUp: list,
};
const goodForm =
  '<form id="post" method="post" action="/submit"><input name="title"><textarea name="text"></textarea><input name="note"></form>';

function benchOf(settings: object): PlatformBench {
  const login = { username: 'ann', password: 'pw-of-ann' };
  const site = { url: `http://${server.host}/`, ...login, settings: settings as Record<string, unknown> };
  return new PlatformBench(form, { ...site, close: async () => {} });
}

const linksTo = ({ links }: PostContent) =>
  links.map(({ url }) => `<a href="${url.replace('&', '&amp;')}">x</a>`).join('');

describe('a lost answer is looked for', () => {
  const content = newContent({ title: 'A long way through the garden' });
  const { marker } = content;
  const entry = (words: string) => `<li><a href="/articles/1">${words}</a>`;
  it.each<[string, { by?: string; empty?: object }, string, string]>([
    ['a list without entries', {}, 'My articles<div><a href="/articles/1">A long way</a></div>', 'unknown'],
    ['a list that says that it is empty', { empty: { text: 'None yet' } }, 'My articles. None yet', 'absent'],
    ['other entries', {}, `My articles<ul>${entry('Something else')}`, 'absent'],
    ['a title that the list shortens', {}, `My articles<ul>${entry('A long way thr…')}`, 'published'],
    ['a title in capitals', {}, `My articles<ul>${entry('A LONG WAY THROUGH THE GARDEN')}`, 'published'],
    [
      'a list behind a megabyte',
      {},
      `My articles<style>${'x'.repeat(1_100_000)}</style>${entry('A long way')}`,
      'unknown',
    ],
    ['more entries than are read', {}, `My articles<ul>${'<li>x'.repeat(2_100)}${entry('A long way')}`, 'unknown'],
    ['a marker', { by: 'marker' }, `My articles<ul>${entry(`ref:${marker}`)}`, 'published'],
    [
      'a marker that the list cuts',
      { by: 'marker' },
      `My articles<ul>${entry(`ref:${marker.slice(0, 6)}…`)}`,
      'unknown',
    ],
    ['entries without any marker', { by: 'marker' }, `My articles<ul>${entry('A long way')}`, 'unknown'],
    ['another marker', { by: 'marker' }, `My articles<ul>${entry('ref:another0one')}`, 'absent'],
  ])('%s', async (_, changes, html, state) => {
    server.say((request, response) => {
      const page = request.url === '/mine' ? html : linksTo(content);
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    });
    const bench = benchOf({ ...definition, lookUp: { ...list, ...changes } });
    expect((await form.lookUp(bench.job(), content, lost)).state).toBe(state);
    await bench.outside.close();
  });

  it('opens only so many posts of one title', async () => {
    const many = `My articles<ul>${Array.from({ length: 500 }, (_, at) => `<li><a href="/articles/${at}">A long way through</a>`).join('')}`;
    server.say((request, response) => {
      const page = request.url === '/mine' ? many : 'Something else';
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    });
    const bench = benchOf(definition);
    server.asked.length = 0;
    expect(await form.lookUp(bench.job(), content, lost)).toMatchObject({ state: 'unknown' });
    expect(server.asked.length).toBeLessThan(50);
    await bench.outside.close();
  });
});

it('a session that ends right after the post leads to no second one', async () => {
  let isOver = false;
  let nPosted = 0;
  const inForm =
    '<form id="in" method="post" action="/in"><input name="user"><input name="pass" type="password"></form>';
  server.say((request, response) => {
    const send = (status: number, html: string, location?: string) =>
      void response.writeHead(status, { 'content-type': 'text/html', ...(location ? { location } : {}) }).end(html);
    if (request.url === '/in' && request.method === 'GET') return send(200, inForm);
    if (request.url === '/in') {
      isOver = false;
      return send(200, 'Welcome');
    }
    if (request.url === '/submit' && request.method === 'GET') return send(200, goodForm);
    if (request.url === '/submit') {
      nPosted += 1;
      isOver = true;
      return send(303, '', '/articles/5');
    }
    return isOver ? send(302, '', '/in') : send(200, 'Thank you');
  });
  const login = [
    { name: 'user', value: '{account.username}' },
    { name: 'pass', value: '{account.password}' },
  ];
  const signIn = { page: '/in', form: { id: 'in' }, fields: login, success: [{ text: 'Welcome' }] };
  const bench = benchOf({ ...definition, signIn });
  expect((await bench.failure(form.publish(bench.job(), newContent()))).name).toBe('Unconfirmed');
  expect(nPosted).toBe(1);
  await bench.outside.close();
});

describe('a form is read as browsers do', () => {
  it.each([
    ['its base', '<base href="/forum/"><form action="send.php">', 'http://a.test/forum/send.php'],
    ['not in a comment', '<!-- <form action="/old"> <!-- --><form action="/new">', 'http://a.test/new'],
    ['without a login in its address', '<form action="http://me:pw@a.test/x">', 'http://a.test/x'],
    ['its own page where it names none', '<base href="/forum/"><form>', 'http://a.test/page'],
  ])('%s', (_, html, action) => {
    expect(formsOf(html, 'http://a.test/page').map((one) => one.action)).toEqual([action]);
  });

  it('whatever it is filled with', () => {
    for (const piece of ['<textarea>', '<input>', '<option>', '<select name=a><option value=1>x</select>', '<!--'])
      expect(formsOf(`<form id="post">${piece.repeat(100_000)}`, 'http://a.test/')[0]?.fields.length).toBeLessThan(600);
  });
});
