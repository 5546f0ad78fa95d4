import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { deleteCampaigns, listCampaigns } from '#domain/contract/campaigns.ts';
import { mediaService } from '#domain/contract/media-search.ts';
import { deleteBlockedSites } from '#domain/contract/options/blocked-sites.ts';
import { getOptions } from '#domain/contract/options/options.ts';
import { getProject, startProject } from '#domain/contract/projects/projects.ts';
import { startWorld } from '#rehearsal/world.ts';
import { buildWorld } from '#test/chaos/build-world.ts';
import { Operator } from '#test/chaos/operator.ts';
import type { Plan, SiteKind } from '#test/chaos/plan.ts';
import { Product } from '#test/chaos/product.ts';
import { FuzzRun } from '#test/fuzz/fuzz-run.ts';
import { SecondOperator } from '#test/fuzz/second-operator.ts';
import { readOperations } from '#test/support/open-api.ts';

/**
 * Sends odd requests, made from the OpenAPI document that the product serves, to a real process whose engine posts to a
 * rehearsal world, while a second operator makes and deletes what they are about (test/fuzz).
 * node bench/fuzz.ts --requests=100000 --seed=1                            embedded store
 * node bench/with-postgres.ts bench/fuzz.ts --requests=100000              PostgreSQL
 * node bench/fuzz.ts --seed=1 --from=4711 --requests=200 --concurrency=1   a part of a seed again
 * Exit code 1: an answer 5xx, one slower than --slow ms (0: none is judged), a crash, an engine that does not post any more.
 * A seed gives the same requests but for the ids, which are what was alive or deleted at that moment.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    seconds: { type: 'string', default: 'Infinity' },
    concurrency: { type: 'string', default: '8' },
    slow: { type: 'string', default: '2000' },
  },
});
const databaseUrl = process.env.DATABASE_URL || undefined;
const store = databaseUrl ? 'postgres' : 'embedded';
// Each sign-in of ours comes from an address of its own: the fuzzer's wrong ones must not count against it.
process.env.LINKWRIGHT_TRUSTED_PROXIES = 'loopback';
const mailbox = await startMailbox();
const mail = { DOMAIN: 'mail.test', SERVER: '127.0.0.1', PORT: String(mailbox.port), LOGIN: 'a', PASSWORD: 'b' };
for (const [name, value] of Object.entries(mail)) process.env[`LINKWRIGHT_MAIL_${name}`] = value;
// No request that is made up reaches a real service.
process.env.LINKWRIGHT_SPINNER_ADDRESSES = ['BestSpinner', 'Rewriter', 'WordAi']
  .map((name) => `${name}=http://127.0.0.1:9`)
  .join(',');
process.env.LINKWRIGHT_MEDIA_ADDRESSES = mediaService.options.map((name) => `${name}=http://127.0.0.1:9`).join(',');
const softwares: SiteKind[] = ['wordpress', 'mediawiki', 'shaarli'];
const plan: Plan = {
  seed: Number(values.seed) || 1,
  store,
  engines: 1,
  skew: null,
  sites: softwares.map((kind) => ({ kind, atOnce: 2, gapSeconds: 0, slowMs: 0 })),
  projects: softwares,
  tells: false,
  options: {
    maxNumberOfRetries: 1,
    timeToWaitBeforeRetry: 1,
    maxConcurrentProjects: 20,
    maxPostingThreads: 20,
    waitTimeOut: 1,
  },
  steps: [],
};

const began = Date.now();
const product = await Product.create(store, databaseUrl);
await product.shape(plan);
const url = () => product.engines[0]?.url;
const operations = readOperations(JSON.parse(await (await fetch(`${url()}/openapi.json`)).text()));
const bounds = {
  from: Number(values.from),
  requests: Number(values.requests),
  seconds: Number(values.seconds),
  concurrency: Number(values.concurrency),
  slowMs: Number(values.slow),
};
let nSignIns = 0;
const run = new FuzzRun({ url, seed: values.seed, signIn, operations }, bounds);
const world = await startWorld({ wordpress: 2, mediawiki: 1, shaarli: 1, seed: 'fuzz' });
const second = new SecondOperator({
  url,
  cookie: product.cookie,
  sites: world.sites,
  mailPort: mailbox.port,
  known: run.known,
  seed: values.seed,
});
const complaints = new Map<string, number>();
let loopMaxMs = 0;
const watch = setInterval(() => void look(), 5_000);
const working = second.run();
await run.run();
clearInterval(watch);
second.stop();
await working;
await look();
const stillPosts = await postsAgain().catch((error: unknown) => `the engine does not post any more: ${error}`);
report();
await product.close();
await world.close();
mailbox.close();
process.exit(run.breaches.length === 0 && stillPosts === '' && deaths().length === 0 ? 0 : 1);

async function signIn(): Promise<string> {
  nSignIns += 1;
  const address = `10.${(nSignIns >> 16) & 255}.${(nSignIns >> 8) & 255}.${nSignIns & 255}`;
  const response = await fetch(`${url()}/public/api/login/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ username: 'admin', password: 'chaos-password', type: 'account' }),
  });
  await response.text();
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

function deaths(): string[] {
  return product.engines.flatMap((engine) => engine.deaths);
}

/** How long the process was held up, and what it complained of, since the last look. */
async function look(): Promise<void> {
  const metrics = await fetch(`${url()}/metrics`).then(
    (response) => response.text(),
    () => '',
  );
  loopMaxMs = Math.max(loopMaxMs, Number(/^linkwright_event_loop_max_seconds (\S+)/m.exec(metrics)?.[1] ?? 0) * 1_000);
  await fillMailList();
  for (const line of product.engines[0]?.said.splice(0) ?? []) {
    const said = /"level":[56]0/.test(line) ? JSON.parse(line) : undefined;
    if (!said && line.startsWith('{')) continue;
    const what = said ? `${said.msg}: ${said.err?.stack ?? said.err?.message ?? ''}` : line;
    complaints.set(what, (complaints.get(what) ?? 0) + 1);
  }
}

/** Unused addresses of the list; there is no call yet that adds one. Their password is one that the product has sealed. */
async function fillMailList(): Promise<void> {
  await product.pool.query(
    `insert into user_emails (address, login, password, server, port, protocol, ssl)
      select $1 || number, 'a', password, '127.0.0.1', 110, 'pop3', false
      from (select password from accounts limit 1) one, generate_series(1, 20) number`,
    [`${Date.now()}@mail.test`],
  );
}

/** A mailbox that lets everybody in. */
async function startMailbox(): Promise<{ port: number; close(): void }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('+OK\r\n');
    socket.on('data', (data) => {
      for (const line of data.toString('latin1').split('\r\n').slice(0, -1)) {
        socket.write('+OK 0 0\r\n');
        if (/^quit/i.test(line)) socket.end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

/** A fresh world is posted to, after all that was left is gone; answers what is wrong. */
async function postsAgain(): Promise<string> {
  const operator = new Operator(await signIn());
  const at = url() ?? '';
  const { campaigns } = await operator.need<{ campaigns: { id: number }[] }>(at, listCampaigns);
  if (campaigns.length > 0) await operator.need(at, deleteCampaigns, { body: { ids: campaigns.map(({ id }) => id) } });
  const { blockedSites } = await operator.need<{ blockedSites: { id: string }[] }>(at, getOptions);
  // What was blocked on the way may be where the fresh sites are.
  if (blockedSites.length > 0)
    await operator.need(at, deleteBlockedSites, { body: { ids: blockedSites.map(({ id }) => id) } });
  const fresh = await buildWorld(operator, at, { ...plan, seed: Date.now() });
  try {
    for (const { id } of fresh.projects) await operator.need(at, startProject, { params: { id } });
    const until = Date.now() + 120_000;
    for (let open = fresh.projects; open.length > 0; ) {
      const pages = await Promise.all(
        open.map(({ id }) =>
          operator.need<{ project: { id: number; status: string; lastError: string | null } }>(at, getProject, {
            params: { id },
          }),
        ),
      );
      open = open.filter((_, index) => pages[index]?.project.status !== 'COMPLETED');
      if (open.length > 0 && Date.now() > until)
        return `projects do not end: ${pages.map(({ project }) => `${project.id} ${project.status} ${project.lastError}`).join(', ')}`;
      await pause(300);
    }
    const silent = fresh.sites.filter(({ server }) => server.posts().length === 0);
    return silent.length === 0 ? '' : `nothing was posted to ${silent.map(({ siteId }) => siteId).join(', ')}`;
  } finally {
    await fresh.close();
  }
}

function report(): void {
  const seconds = (Date.now() - began) / 1_000;
  const list = (map: Map<unknown, number>) =>
    [...map]
      .toSorted((a, b) => b[1] - a[1])
      .map(([key, n]) => `${key}: ${n}`)
      .join(', ');
  const posts = world.sites.reduce((sum, site) => sum + site.posts().length, 0);
  const never = operations.filter(({ id }) => !run.done.has(id) && !second.done.has(id)).map(({ id }) => id);
  console.log(`fuzz on the ${store} store, seed ${values.seed}: ${run.sent} requests in ${seconds.toFixed(0)} s`);
  console.log(`  statuses ${list(run.statuses)}`);
  console.log(`  without an answer: ${list(run.lost) || 'none'}`);
  const beside = operations.filter(({ id }) => !run.done.has(id) && second.done.has(id)).map(({ id }) => id);
  console.log(
    `  calls carried out ${run.done.size} of ${operations.length}; by the second operator alone: ${beside.join(', ') || 'none'}; never: ${never.join(', ') || 'none'}`,
  );
  console.log(
    `  ${run.signIns} sessions, ${second.rounds} rounds and ${second.started} starts beside it, ${posts} posts`,
  );
  console.log(`  event loop of the product held ${Math.round(loopMaxMs)} ms at most; slowest answers:`);
  for (const { ms, request } of run.slowest) console.log(`    ${Math.round(ms)} ms ${request.slice(0, 300)}`);
  for (const [what, n] of complaints) console.log(`  the log complains ${n} times: ${what.slice(0, 1_500)}`);
  for (const { what, request, number } of run.breaches.slice(0, 40))
    console.log(
      `BROKEN: ${what}\n  ${request}\n  again: node bench/fuzz.ts --seed=${values.seed} --from=${number} --requests=1 --concurrency=1`,
    );
  for (const death of deaths()) console.log(`BROKEN: the process ended: ${death}`);
  if (stillPosts) console.log(`BROKEN: ${stillPosts}`);
  console.log(`${run.breaches.length + deaths().length + (stillPosts ? 1 : 0)} broken promises`);
}
