import { parseArgs } from 'node:util';
import { drain, measure, sendLines } from './measure.ts';
import { startProduct } from './product.ts';

/**
 * A profile of 100,000 accounts: dry run and import of a file as a stream, pages by key in every order, search, export,
 * delete; with memory over idle and the longest event-loop delay. node bench/accounts.ts [--accounts=100000]
 */
const { values } = parseArgs({ options: { accounts: { type: 'string' } } });
const nAccounts = Number(values.accounts ?? 100_000);
const product = await startProduct();
const { campaign } = (await product.call('PUT', '/rest/campaigns', { name: 'Bench' })) as { campaign: { id: number } };
const { profile } = (await product.call('PUT', '/rest/profile', { campaignId: campaign.id, name: 'Many' })) as {
  profile: { id: number };
};
const time = measure(product);

const lineOf = (number: number) =>
  `blog${number}.example|mail${(number * 7) % 90_001}@m.test|user${number % 1_000}|pass-${number}`;
const csvLine = (number: number) => lineOf(number).replace(/[^|]+/g, '"$&"').replaceAll('|', ',');
const send = async (query: string, line = lineOf) => {
  const path = `/action/import/profile/${profile.id}${query}`;
  return (await (await sendLines(product, { path, nLines: nAccounts, lineOf: line })).json()) as {
    added: number;
    updated: number;
    rejected: number;
  };
};
const expectCount = (what: string, found: number) => {
  if (found !== nAccounts) throw new Error(`${what}: ${found} instead of ${nAccounts}`);
};
expectCount('new', (await time(`dry run of ${nAccounts} accounts`, () => send('?dryRun=true'))).added);
expectCount('new', (await time('dry run of the same as CSV', () => send('?dryRun=true', csvLine))).added);
expectCount('added', (await time(`import of ${nAccounts} accounts`, () => send(''))).added);
expectCount('updates', (await time('dry run of the same file again', () => send('?dryRun=true'))).updated);
expectCount('updated', (await time('import of the same file again', () => send(''))).updated);
expectCount('refused', (await time('dry run, all refused', () => send('?dryRun=true', (n) => `bad ${n}`))).rejected);
const rejects = await time('file of rejects, all refused', async () => {
  const path = `/action/rejects/profile/${profile.id}`;
  return drain(await sendLines(product, { path, nLines: nAccounts, lineOf: (number) => `bad ${number}` }));
});
console.log(`${(rejects / 1e6).toFixed(1)} MB of rejects`);

interface Page {
  accounts: unknown[];
  next: string | null;
}
const page = (query: string) => product.call('GET', `/rest/accounts/${profile.id}?limit=100${query}`) as Promise<Page>;
const repeat = async (name: string, query: string) => {
  await page(query);
  await time(`20 x ${name}`, async () => {
    for (let at = 0; at < 20; at += 1) await page(query);
  });
};
const keyOf = (parts: string[]) => `&after=${Buffer.from(JSON.stringify(parts)).toString('base64url')}`;
const middles: Record<string, string> = {
  siteName: keyOf(['blog5', '']),
  email: keyOf(['mail5', '']),
  username: keyOf(['user5', '', '']),
};
for (const [sort, middle] of Object.entries(middles)) {
  await repeat(`first page by ${sort}`, `&sort=${sort}`);
  await repeat(`first page by ${sort}, downwards`, `&sort=${sort}&order=desc`);
  await repeat(`page in the middle by ${sort}`, `&sort=${sort}${middle}`);
}
await repeat('search with one hit', `&search=blog${nAccounts - 7}.example`);
await repeat('search with many hits', '&search=user42');
await repeat('search with many hits by username', '&search=user42&sort=username');
await repeat('search with two letters', '&search=us');
await repeat('search with no hit', '&search=nothing-like-this');
await repeat('count of all that fit a search', '&search=user42&count=true');
const bytes = await time('export', async () => drain(await product.request(`/action/export/profile/${profile.id}`)));
console.log(`exported ${(bytes / 1e6).toFixed(1)} MB`);
const remove = (body: unknown) => product.call('DELETE', `/rest/accounts/${profile.id}`, body);
await time('delete of those that fit a search', () => remove({ all: true, search: 'user42' }));
await time('delete of all', () => remove({ all: true }));
await product.stop();
