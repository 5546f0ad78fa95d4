import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as accounts from '#domain/contract/accounts.ts';
import type { Call } from '#domain/contract/call.ts';
import { allCalls } from '#domain/contract/calls.ts';
import * as campaigns from '#domain/contract/campaigns.ts';
import { testAccount } from '#domain/contract/connectors.ts';
import * as content from '#domain/contract/content.ts';
import * as email from '#domain/contract/email-settings.ts';
import { checkIndexer } from '#domain/contract/indexing.ts';
import * as linkFiles from '#domain/contract/link-files.ts';
import * as links from '#domain/contract/links.ts';
import { saveOptions } from '#domain/contract/options/options.ts';
import * as networks from '#domain/contract/private-networks.ts';
import * as accountProject from '#domain/contract/projects/account.ts';
import { newPostingFields, savePostingProject } from '#domain/contract/projects/posting.ts';
import * as projects from '#domain/contract/projects/projects.ts';
import * as session from '#domain/contract/session.ts';
import * as sites from '#domain/contract/sites.ts';
import { mediawikiSoftware } from '#rehearsal/mediawiki.ts';
import { shaarliSoftware } from '#rehearsal/shaarli.ts';
import { type RehearsalSite, startSite } from '#rehearsal/site-server.ts';
import { startSiteverify } from '#rehearsal/siteverify.ts';
import { wordpressSoftware } from '#rehearsal/wordpress.ts';
import { canary, hear, plainCanary, secretFields } from '#test/support/canaries.ts';
import { setUpCaptchas } from '#test/support/canary-captchas.ts';
import { cloudCalls, setUpClouds } from '#test/support/canary-clouds.ts';
import { setUpMailboxes } from '#test/support/canary-mailboxes.ts';
import { mediaAddresses } from '#test/support/canary-media.ts';
import { CanaryProduct } from '#test/support/canary-product.ts';
import { setUpSources } from '#test/support/canary-sources.ts';
import { setUpSpinners, spinnerAddresses } from '#test/support/canary-spinners.ts';
import { setUpWizards } from '#test/support/canary-wizards.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import { startPostgres } from '#test/support/real/start.ts';
import { until } from '#test/support/until.ts';

/** Calls whose answers give passwords to the page that asked: those with such a field, and files that are made for it. */
const files = ['exportAccounts', 'exportProfiles', 'exportLinks', 'exportLinksPr', 'exportLinkSets', 'exportMailboxes'];
/** The operator's own lines, back as typed. */
const asTyped = [
  ...['importAccounts', 'importCustomSites', 'importLinks', 'importMailboxes', 'rejectedAccounts', 'rejectedLinks'],
  ...['rejectedMailboxes', 'uploadPrivateSites', 'exportPrivateSites'],
];
const given = secretFields().flatMap((field) => /^(\w+) out\.(?!file).*assword/.exec(field)?.[1] ?? []);
const maySing = new Set([...files, ...asTyped, ...given, ...cloudCalls, 'listIndexers', 'saveOptions']);
const key = Buffer.from(plainCanary('Key').padEnd(32, 'k')).toString('hex');

/** A blog that repeats what it was sent in every error, in all the ways an honest program might. */
async function startEcho() {
  const asHtml = (value: string) =>
    value.replace(/[&<>"']/g, (letter) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[letter] ?? '#039'};`);
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const login = request.headers.authorization ?? '';
    const plain = Buffer.from(login.replace('Basic ', ''), 'base64').toString();
    response.setHeader('content-type', 'application/json');
    const message = [plain.split(':')[1], asHtml(plain), encodeURIComponent(plain), JSON.stringify(plain), login].join(
      ' ',
    );
    if (login) response.writeHead(400).end(JSON.stringify({ code: body ? 'rest_no' : 'rest_none', message }));
    else if (request.url?.startsWith('/wp-json'))
      response.end(JSON.stringify({ namespaces: ['wp/v2'], authentication: { 'application-passwords': {} } }));
    else response.end('<p>a blog</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => void server.close() };
}

const site = (platform: string, name: string, software: Parameters<typeof startSite>[0]['software']) =>
  startSite({ platform, title: name, username: 'Writer', password: canary(name), seed: name, software });

const reason = whyNotReal(['postgresql']);
describe.each(['embedded', 'server'] as const)('secrets on the %s store', (kind) => {
  describe.skipIf(kind === 'server' && reason)('', () => sing(kind));
});

function sing(kind: 'embedded' | 'server') {
  let product: CanaryProduct;
  let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined;
  let databaseUrl: string | undefined;
  let blog: RehearsalSite;
  let wiki: RehearsalSite;
  let shaarli: RehearsalSite;
  let echo: Awaited<ReturnType<typeof startEcho>>;
  let google: Awaited<ReturnType<typeof startSiteverify>>;
  let open: pg.Client;
  const notified: string[] = [];
  const surfaces: [string, string | Buffer][] = [];
  const sessions: string[] = [];

  const signIn = async (password = canary('User')) => {
    const body = { username: 'admin', password, captcha: canary('CaptchaToken'), captchaType: 'v2' };
    return product.send(session.login, { body });
  };
  /** A call that must be done. */
  const done = async (...given: Parameters<CanaryProduct['send']>) => {
    const answer = await product.send(...given);
    expect([given[0].id, answer.status, answer.body.error]).toEqual([given[0].id, 200, undefined]);
    return answer;
  };
  const formOf = (content: string, fields: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([content]), 'lines.txt');
    return { form };
  };

  beforeAll(async () => {
    [blog, wiki, shaarli] = await Promise.all([
      site('wordpress', 'Account', wordpressSoftware),
      site('mediawiki', 'ImportedAccount', mediawikiSoftware),
      site('shaarli', 'ApiSecret', shaarliSoftware),
    ]);
    [echo, google] = await Promise.all([startEcho(), startSiteverify()]);
    if (kind === 'server') {
      postgres = await startPostgres();
      const url = new URL(postgres.databaseUrl);
      url.password = plainCanary('Database');
      databaseUrl = url.href;
    }
    product = new CanaryProduct({
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      LINKWRIGHT_SECRET_KEY: key,
      LINKWRIGHT_PASSWORD: canary('User'),
      LINKWRIGHT_MAIL_DOMAIN: 'mail.test',
      LINKWRIGHT_MAIL_SERVER: '127.0.0.1',
      LINKWRIGHT_MAIL_LOGIN: 'box',
      LINKWRIGHT_MAIL_PASSWORD: canary('ProductMail'),
      LINKWRIGHT_GOOGLE_SITE_KEY: 'public',
      LINKWRIGHT_GOOGLE_SECRET: canary('GoogleSecret'),
      LINKWRIGHT_GOOGLE_VERIFY_URL: google.url,
      LINKWRIGHT_LOGIN_CAPTCHA: 'always',
      LINKWRIGHT_ARTICLE_ADDRESSES: `ArticleBuilder=${echo.url}`,
      LINKWRIGHT_CAPTCHA_ADDRESSES: `TwoCaptcha=${echo.url},ImageTypers=${echo.url}`,
      LINKWRIGHT_MEDIA_ADDRESSES: mediaAddresses(echo.url),
      LINKWRIGHT_SPINNER_ADDRESSES: spinnerAddresses(echo.url),
      LINKWRIGHT_SETTLE_MS: '500',
    });
    await product.start(kind === 'server' ? ['--roles=http'] : []);
    if (kind === 'server') await product.start(['--roles=engine']);
    open = new pg.Client(databaseUrl ? { connectionString: databaseUrl } : product.embedded());
    await open.connect();
    open.on('notification', ({ payload = '' }) => notified.push(payload));
    await open.query('listen linkwright_live; listen linkwright_wake; listen linkwright_session');
    const options = { waitTimeOut: 30, maxNumberOfRetries: 1, timeToWaitBeforeRetry: 1 };
    await open.query(`insert into settings (key, value) values ('options', $1)`, [JSON.stringify(options)]);
  });
  afterAll(async () => {
    await open?.end().catch(() => {});
    await product?.stop();
    product?.clean();
    await postgres?.stop();
    for (const server of [blog, wiki, shaarli, echo, google]) await server?.close();
  });

  test('every secret field holds a canary, is used, and is heard nowhere else', async () => {
    await signInManyWays();
    const ids = await buildWorld();
    await useAll(ids);
    await gather(ids);
    const found = surfaces.flatMap(([where, what]) => hear(what).map((name) => `${where}: ${name}`));
    expect(found).toEqual([]);
    const cookies = surfaces.filter(([, what]) => sessions.some((one) => what.includes(one)));
    expect(cookies.map(([where]) => where)).toEqual([]);
  });

  async function signInManyWays() {
    expect((await signIn(canary('WrongPassword'))).body.status).not.toBe('ok');
    google.mood = 'broken';
    expect((await signIn()).body.status).not.toBe('ok');
    google.mood = 'good';
    const [first, second] = [await signIn(), await signIn()];
    sessions.push(...[first, second].map(({ cookie }) => cookie.split('=')[1] ?? ''));
    product.cookie = second.cookie;
    expect(sessions[1]).toMatch(/^.{40,}$/);
    await expect(fetch(`${product.url}/rest/campaigns`).then((answer) => answer.status)).resolves.toBe(401);
  }

  async function buildWorld() {
    const send = done;
    const campaignId = (await send(campaigns.createCampaign, { body: { name: 'Canaries' } })).body.campaign.id;
    const profileId = (await send(accounts.createProfile, { body: { campaignId, name: 'A' } })).body.profile.id;
    const setOf = async (name: string) =>
      (await send(links.createLinkSet, { body: { campaignId, name } })).body.urlList.id as number;
    const [moneyId, outputId] = [await setOf('Money'), await setOf('Output')];
    const groupId = (await send(content.createContentGroup, { body: { name: 'Texts' } })).body.contentGroup.id;
    const networkId = (await send(networks.createPrivateNetwork, { body: { name: 'N' } })).body.privateNetwork.id;
    const makeProject = async (module: string) =>
      (await send(projects.createProject, { body: { campaignId, module, name: module } })).body.project.id as number;
    const projectIds = [
      await makeProject('SocialNetwork'),
      await makeProject('Wiki'),
      await makeProject('Bookmarking'),
    ];
    const creatorId = await makeProject('AccountCreation');
    const ids = { campaignId, profileId, moneyId, outputId, groupId, networkId, projectIds, creatorId };
    await product.window([
      'campaigns',
      'content_groups',
      'custom_sites',
      'private_networks',
      `private_network/${networkId}`,
      `campaign/${campaignId}`,
      `profile/${profileId}`,
      `url_list/${moneyId}`,
      `url_list/${outputId}`,
      `content_group/${groupId}`,
      ...[...projectIds, creatorId].map((id) => `project/${id}`),
    ]);
    return ids;
  }
  type Ids = Awaited<ReturnType<typeof buildWorld>>;

  async function useAll(ids: Ids) {
    await fillStores(ids);
    await fillForms(ids);
    await post(ids);
    await removeSome(ids);
  }

  async function fillStores({ profileId, moneyId, groupId, networkId }: Ids) {
    const send = product.send.bind(product);
    const article = {
      id: null,
      contentGroupId: groupId,
      title: 'T',
      body: 'One text. Two.',
      authorName: 'A',
      authorBio: 'B',
    };
    await done(content.saveArticle, { body: article });
    await done(links.addLinks, { params: { id: moneyId }, body: { url: 'http://money.example/', anchor: 'money' } });
    const rows = [
      ['SocialNetwork', 'blog', blog.url, 'wordpress'],
      ['SocialNetwork', 'echo', echo.url, 'wordpress'],
      ['SocialNetwork', 'wrong', blog.url, 'wordpress'],
      ['Wiki', 'wiki', wiki.url, 'mediawiki'],
      ['Bookmarking', 'marks', shaarli.url, 'shaarli'],
    ];
    for (const [module, siteId, url, connector] of rows)
      await done(sites.saveCustomSite, {
        body: { module, siteId, url, connector, platform: 'p', permission: 'owned' },
      });
    const bad = `http://u:${plainCanary('SiteAddress')}@x.test/`;
    const of = { connector: 'mediawiki', platform: 'p', permission: 'owned' };
    const typed = { module: 'Wiki', siteId: 'bad', url: bad, ...of };
    expect((await send(sites.saveCustomSite, { body: typed })).body.error.field).toBe('url');
    await send(sites.importCustomSites, formOf(`Wiki,bad,p,${bad},mediawiki`));
    for (const url of [bad, bad.replace('http://', '')])
      expect(
        (await send(links.addLinks, { params: { id: moneyId }, body: { url, anchor: 'a' } })).body.error,
      ).toBeTruthy();

    const account = (siteName: string, password: string) => ({
      body: { accountListId: profileId, siteName, email: 'a@b.test', username: 'Writer', password },
    });
    for (const [name, sung] of [
      ['blog', 'Account'],
      ['echo', 'Echo'],
      ['wrong', 'Wrong'],
      ['marks', 'ApiSecret'],
      ['gone', 'Deleted'],
    ])
      await done(accounts.addAccount, account(name ?? '', canary(sung ?? '')));
    expect((await send(accounts.addAccount, account('blog', canary('Refused')))).body.error).toBeTruthy();
    // A site without posts of its own: what is changed here is used by nobody.
    await done(accounts.addAccount, account('edited', 'plain'));
    const was = { siteName: 'edited', email: 'a@b.test' };
    const edit = account('edited', canary('EditedAccount'));
    await done(accounts.editAccount, { body: { ...edit.body, was } });
    const changes = { password: canary('ChangedAccounts') };
    await done(accounts.editAccounts, { params: { id: profileId }, body: { which: { ids: [was] }, changes } });
    const lines = `wiki|a@b.test|Writer|${canary('ImportedAccount')}\nbad|line ${canary('RejectedAccount')}\n`;
    for (const call of [accounts.importAccounts, accounts.rejectedAccounts])
      await send(call, { params: { id: profileId }, ...formOf(lines) });
    const csv = `url,anchor,linksOnPage,site,username,password,dateAdded\nhttp://p.test/,a,,s,u,${plainCanary('ImportedLink')},\nno,a,,s,u,${plainCanary('RejectedLink')},`;
    for (const call of [linkFiles.importLinks, linkFiles.rejectedLinks])
      await send(call, { params: { id: moneyId }, ...formOf(csv) });
    const siteList = `blog|m@x.test|u|${canary('Private')}\nhttp://u:${plainCanary('PrivateAddress')}@o.test|m|u|p`;
    const ofNetwork = { params: { id: networkId } };
    const uploaded = await done(networks.uploadPrivateSites, { ...ofNetwork, body: { siteList, selfHosted: true } });
    expect(uploaded.body.errorList).toHaveLength(1);
    await setUpMailboxes(product);
    await setUpWizards(product);
  }

  async function fillForms({ profileId, creatorId, groupId }: Ids) {
    const send = product.send.bind(product);
    const box = { emailAddress: 'a@m.test', emailLogin: 'a', emailServer: '127.0.0.1', emailServerPort: 9, SSL: false };
    for (const mailProtocol of ['pop3', 'imap'])
      await send(email.testEmailLogin, { body: { ...box, mailProtocol, emailPassword: canary('TestMail') } });
    const credentials = { username: 'Writer', password: canary('TestAccount') };
    for (const site of ['blog', 'echo'].map((siteId) => ({ module: 'SocialNetwork', siteId })))
      expect((await done(testAccount, { body: { site, credentials } })).body.works).toBe(false);
    await done(saveOptions, { body: { indexer: { linkProcessorApiKey: canary('IndexerKey') } } });
    await send(checkIndexer, { body: { indexerSource: 'indexnow', apiKey: canary('CheckIndexer') } });
    await setUpCaptchas(product);
    await setUpSpinners(product, groupId);
    await setUpSources(product, echo.url);
    await setUpClouds(product, echo.url);
    await done(email.downloadEmail, { body: {} });
    await done(email.downloadListEmail);
    const verificationInfo = { ...box, emailPassword: canary('ProjectMail'), emailSource: 'MANUAL' };
    const name = { firstName: 'A', lastName: 'B', username: 'c' };
    const form = { id: creatorId, profileId, ...name, password: canary('Project') };
    const body = (uuid: string, more: object) => ({ project: { ...form, verificationInfo, ...more }, sites: [], uuid });
    await done(accountProject.randomInfo);
    const saves = [body('u', {}), body('refused', { firstName: '' })];
    for (const one of saves) await send(accountProject.saveAccountProject, { body: one });
    await done(projects.duplicateProject, { params: { id: creatorId }, body: { name: 'Copy' } });
    await done(projects.getProject, { params: { id: creatorId } });
  }

  async function post({ campaignId, profileId, moneyId, outputId, groupId, projectIds }: Ids) {
    const fields = {
      ...newPostingFields(campaignId),
      profileId,
      urlListId: outputId,
      contentGroupId: groupId,
      useLinkSet: true,
      linkSetProfiles: [{ linkSetId: moneyId, name: '', linkProb: 100, minLinks: 1, maxLinks: 1 }],
      tags: 'one',
    };
    const marks = [
      ['SocialNetwork', ['blog', 'echo', 'wrong']],
      ['Wiki', ['wiki']],
      ['Bookmarking', ['marks']],
    ] as const;
    await done(sites.verifyCustomSites, { body: {} });
    for (const [at, [module, names]] of marks.entries()) {
      const project = { ...fields, id: projectIds[at] };
      const checked = names.map((siteId) => ({ id: { module, siteId }, checked: true }));
      await done(savePostingProject, { body: { project, sites: checked, uuid: 'u' } });
      await done(projects.startProject, { params: { id: projectIds[at] } });
    }
    await until('all posts over', async () => {
      const { rows } = await open.query<{ state: string; n: number }>(
        'select state, count(*)::int as n from posts group by 1',
      );
      return rows.reduce((sum, row) => sum + (/SUCC|FAIL|UNKN/.test(row.state) ? row.n : 0), 0) === 5;
    });
    const { rows } = await open.query(`select site_id as id, state, reason from posts order by 1`);
    expect(rows, JSON.stringify(rows)).toMatchObject([
      { id: 'blog', state: 'SUCCEEDED' },
      { id: 'echo', state: 'FAILED' },
      { id: 'marks', state: 'SUCCEEDED' },
      { id: 'wiki', state: 'SUCCEEDED' },
      { id: 'wrong', state: 'FAILED' },
    ]);
  }

  async function removeSome({ profileId }: Ids) {
    const ids = [{ siteName: 'gone', email: 'a@b.test' }];
    await done(accounts.deleteAccounts, { params: { id: profileId }, body: { ids } });
    await until('probed', async () => (await open.query('select from sites where verify_requested')).rowCount === 0);
  }

  /** Every GET, file and page that there is; then all that lies in files. */
  async function gather(ids: Ids) {
    const idFor: Record<string, number> = { profile: ids.profileId, network: ids.networkId, group: ids.groupId };
    const placeOf = (call: Call) => {
      const name = Object.keys(idFor).find((one) => call.path.includes(one));
      if (/project\/:id/.test(call.path)) return ids.projectIds[0];
      if (/url_(list|item)/.test(call.path) && !call.path.includes('url_lists')) return ids.outputId;
      return name && !/profiles|accounts/.test(call.path) ? idFor[name] : ids.campaignId;
    };
    const reads = allCalls.filter((call) => call.method === 'GET' && !call.changes && call.id !== 'downloadListEmail');
    for (const call of reads) await product.send(call, { params: { id: placeOf(call) } });
    for (const call of allCalls.filter(
      (one) => one.answer === 'file' && one.method === 'POST' && one.takes !== 'upload',
    ))
      for (const body of [{ ids: [ids.campaignId] }, { ids: [] }])
        await product.send(call, { params: { id: ids.campaignId }, body });
    expect(new Set(product.answers.map(({ call }) => call)).size).toBeGreaterThan(45);
    for (const { call, status, text } of product.answers)
      if (!maySing.has(call) || text.startsWith('{"error"')) surfaces.push([`answer ${status} of ${call}`, text]);
    for (const path of ['/metrics', '/health', '/openapi.json', '/', '/nothing', '/rest/nothing'])
      surfaces.push([path, await (await fetch(product.url + path)).text()]);
    for (const { address, text } of product.frames)
      if (!/^(profile|url_list|private_network)\//.test(address)) surfaces.push([`event on ${address}`, text]);
    expect(product.frames.length).toBeGreaterThan(20);
    surfaces.push(['notifications', notified.join('\n')], ['processes', product.processes()]);
    surfaces.push(['rows of the store', await product.dump(databaseUrl)]);
    await open.end();
    await product.stop();
    surfaces.push(['log', product.log]);
    expect(product.log.length).toBeGreaterThan(2_000);
    for (const { path, content } of product.files()) surfaces.push([path.slice(product.dataDir.length), content]);
  }
}
