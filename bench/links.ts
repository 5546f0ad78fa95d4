import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { from as copyFrom } from 'pg-copy-streams';
import { drain, measure, sendLines } from './measure.ts';
import { startProduct, storeClient } from './product.ts';

/**
 * A link set of 1,000,000 links: dry run and import of a file as a stream, pages by key, search, export; with memory
 * over idle and the longest event-loop delay of the product's process. node bench/links.ts [--links=1000000]
 */
const { values } = parseArgs({ options: { links: { type: 'string' } } });
const nLinks = Number(values.links ?? 1_000_000);
const product = await startProduct();
const { campaign } = (await product.call('PUT', '/rest/campaigns', { name: 'Bench' })) as { campaign: { id: number } };
const { urlList } = (await product.call('PUT', '/rest/url_list', { campaignId: campaign.id, name: 'Million' })) as {
  urlList: { id: number };
};
const time = measure(product);

const plainLine = (number: number) => `http://s${number % 5_000}.example/p/${number}`;
const csvLine = (number: number) => `"http://s${number % 5_000}.example/p/${number}","a, b",,,,,`;
const send = async (query: string, lineOf = plainLine) => {
  const path = `/action/import/url_list/${urlList.id}${query}`;
  return (await (await sendLines(product, { path, nLines: nLinks, lineOf })).json()) as {
    count: number;
    repeated: number;
    rejected: number;
  };
};
const expectCount = (what: string, found: number, wanted = nLinks) => {
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}`);
};
/** What the import is measured by: the same rows, as text of COPY, into the same table with all its indexes. */
async function copyBare(): Promise<void> {
  const { urlList: other } = (await product.call('PUT', '/rest/url_list', {
    campaignId: campaign.id,
    name: 'Bare',
  })) as { urlList: { id: number } };
  const client = await storeClient(product);
  const copy = client.query(copyFrom('copy url_items (url_list_id, url, anchor, links_on_page) from stdin'));
  await pipeline(Readable.from(rowsOf(other.id)), copy);
  // The import meets the same empty table.
  await client.query('truncate url_items, link_count_changes cascade');
  await client.end();
}

function* rowsOf(listId: number): Generator<string> {
  for (let at = 0; at < nLinks; at += 1_000)
    yield Array.from(
      { length: Math.min(1_000, nLinks - at) },
      (_, row) => `${listId}\t${plainLine(at + row)}\t\t\n`,
    ).join('');
}

await time('COPY of the same rows into the same table, bare', copyBare);
expectCount('judged', (await time(`dry run of ${nLinks} links`, () => send('?dryRun=true'))).count);
expectCount('judged', (await time('dry run of the same as CSV', () => send('?dryRun=true', csvLine))).count);
expectCount('imported', (await time(`import of ${nLinks} links`, () => send(''))).count);
expectCount('repeated', (await time('dry run of the same file again', () => send('?dryRun=true'))).repeated);
const noAddress = (number: number) => `no address ${number}`;
expectCount('refused', (await time('dry run, all refused', () => send('?dryRun=true', noAddress))).rejected);
const rejects = await time('file of rejects, all refused', async () => {
  const path = `/action/rejects/url_list/${urlList.id}`;
  return drain(await sendLines(product, { path, nLines: nLinks, lineOf: noAddress }));
});
console.log(`${(rejects / 1e6).toFixed(0)} MB of rejects`);

interface Page {
  urlItems: { id: number }[];
  next: string | null;
}
const page = (query: string) => product.call('GET', `/rest/url_items/${urlList.id}?limit=100${query}`) as Promise<Page>;
await page('');
const repeat = async (name: string, query: string) => {
  await page(query);
  await time(name, async () => {
    for (let at = 0; at < 20; at += 1) await page(query);
  });
};
await repeat('20 x first page (newest first)', '');
const middle = Buffer.from(JSON.stringify([Math.floor(nLinks / 2)])).toString('base64url');
await repeat('20 x page in the middle by key', `&after=${middle}`);
await repeat('20 x first page by URL', '&sort=url&order=asc');
await repeat('20 x search with one hit', `&search=p/${nLinks - 7}`);
await repeat('20 x search with many hits', '&search=s42.example');
await repeat('20 x search with two letters', '&search=ex');
await repeat('20 x search with no hit', '&search=nothing-like-this');
await time('count of all that fit a search', () => page('&search=s42.example&count=true'));
const get = async (path: string) => drain(await product.request(`${path}/${urlList.id}`));
const bytes = await time('export of the URLs', () => get('/action/export/url_list_only'));
await time('export with all information', () => get('/action/export/url_list'));
console.log(`exported ${(bytes / 1e6).toFixed(0)} MB of URLs`);
await time('delete of the links that fit a search', () =>
  product.call('DELETE', `/rest/url_items/${urlList.id}`, { all: true, search: 's42.example' }),
);
await time('delete of the whole set', () =>
  product.call('DELETE', `/rest/url_list/${campaign.id}`, { ids: [urlList.id] }),
);
await product.stop();
