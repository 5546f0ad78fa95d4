import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type {
  Job,
  Platform,
  PostContent,
  Published,
  Sending,
  SiteAccount,
} from '#connectors/kit/contract/platforms.ts';
import type { SiteFiles } from '#connectors/kit/contract/tools.ts';
import { judgePage } from '#domain/rules/proof.ts';
import type { Dials } from '#rehearsal/fault-dials.ts';
import type { ListedPost } from '#rehearsal/site-server.ts';
import { createOutside, type Outside } from '#server/outside/outside.ts';

/** A site that the suite posts to: a rehearsal one with dials, or a real server without. */
export interface SuiteSite {
  url: string;
  username: string;
  password: string;
  /** What the platform needs to know of the site beyond its address. */
  settings?: Record<string, unknown>;
  /** Of a site whose store the product knows: its files, as a job has them. */
  files?(job: Job): SiteFiles;
  dial?(changes: Partial<Dials>): void;
  resetDials?(): void;
  posts?(): ListedPost[];
  deletePosts?(): void;
  requestCount?(): number;
  close(): Promise<void>;
}

/** What is known of a post whose answer was lost. */
export const lost: Sending = { token: null, sentAt: null };

const runId = Date.now().toString(36);
let nContents = 0;

/** A text with two links, whose marker, title and addresses no other has. */
export function newContent(changes: Partial<PostContent> = {}): PostContent {
  nContents += 1;
  const marker = `m${runId}x${nContents.toString(36)}`;
  const links = [
    { url: `https://first.example.com/${marker}?a=1&b=2`, anchor: `garden "paths" of ${marker}`, rel: 'nofollow' },
    { url: `https://second.example.com/${marker}/`, anchor: 'stone & slate', rel: '' },
  ];
  const [first, second] = links;
  const html = `<h2>Ways through a garden</h2><p>It's easy: read on <a href="${first?.url.replace('&', '&amp;')}" rel="nofollow">garden "paths" of ${marker}</a>.</p>
<ul><li>Gravel</li><li>Wood &lt;chips&gt;</li></ul><p>Then see <strong>all</strong> of <a href="${second?.url}">stone &amp; slate</a>, at last.</p>`;
  const author = { name: 'Ann Author', bio: 'Writes.' };
  return { marker, title: `Garden notes ${marker}`, html, tags: ['Garden', 'stone path'], links, author, ...changes };
}

/** Runs a platform against one site, and keeps every log line and error it gives off. */
export class PlatformBench {
  readonly platform: Platform;
  readonly site: SuiteSite;
  readonly outside: Outside;
  /** All that was logged or thrown, to be searched for secrets. */
  readonly traces: string[] = [];
  timeoutMs = 20_000;

  constructor(platform: Platform, site: SuiteSite) {
    this.platform = platform;
    this.site = site;
    const log = (message: string, details?: Record<string, unknown>) =>
      void this.traces.push(`${message} ${JSON.stringify(details)}`);
    this.outside = createOutside({ timeoutMs: () => this.timeoutMs, log });
  }

  /** A job with fresh cookies and memory unless a key is given again. */
  job(options: { account?: Partial<SiteAccount>; url?: string; signal?: AbortSignal; key?: string } = {}): Job {
    const { username, password } = this.site;
    const account = { username, password, email: '', ...options.account };
    const accountKey = options.key ?? `${account.username} ${nContents} ${Math.random()}`;
    const signal = options.signal ?? new AbortController().signal;
    const { settings } = this.site;
    const site = { siteId: 'suite', url: options.url ?? this.site.url, platform: this.platform.id, settings };
    const of = { connectorId: this.platform.id, siteUrl: site.url, accountKey, secrets: [account.password] };
    const job = { site, account, tools: this.outside.toolsFor({ ...of, signal, seed: 'suite' }) };
    return this.site.files ? { ...job, files: this.site.files(job) } : job;
  }

  /** Publishes and expects the post to stand at once. */
  async publish(content: PostContent, job = this.job()): Promise<Published> {
    const result = await this.platform.publish(job, content);
    expect(result.state).toBe('published');
    return result as Published;
  }

  /** The error a promise ends with; fails when it does not. */
  async failure(promise: Promise<unknown>): Promise<Error & { ask?: string; afterMs?: number }> {
    const error = await promise.then(
      (value) => expect.fail(`passed with ${JSON.stringify(value)}`),
      (reason: unknown) => reason,
    );
    if (!(error instanceof Error)) return expect.fail('threw something that is no error');
    this.traces.push(`${error.name}: ${error.message}`);
    return error;
  }

  /** Fails when a secret stands in any log line or error message. */
  expectNoSecrets(secrets: string[]): void {
    const forms = secrets.flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64').slice(0, -3),
    ]);
    for (const form of forms) expect(this.traces.filter((line) => line.includes(form))).toEqual([]);
  }
}

/** Proof that a stranger sees the links of a post as they were placed. */
export async function expectLive(bench: PlatformBench, published: Published, content: PostContent): Promise<void> {
  const page = await bench.outside.readPage(published.url, new AbortController().signal);
  const links = published.links ?? content.links.slice(0, bench.platform.accepts.maxLinks);
  const proof = judgePage(page, links);
  expect(proof).toMatchObject({ state: 'LIVE', httpStatus: 200, reason: null });
}

/** A site of some other software. */
export async function startOtherSoftware(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Shop</title><p>Nothing to post to here.</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}
