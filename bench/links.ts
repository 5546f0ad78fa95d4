import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { startProduct } from './product.ts';

/**
 * A link set of 1,000,000 links: import of a file as a stream, pages by key, search, export; with memory over idle
 * and the longest event-loop delay of the product's process. node bench/links.ts [--links=1000000]
 */
const { values } = parseArgs({ options: { links: { type: 'string' } } });
const nLinks = Number(values.links ?? 1_000_000);
const product = await startProduct();

const time = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  await product.loopMaxMs();
  let peak = product.memoryMb();
  const sample = setInterval(() => {
    const now = product.memoryMb();
    if (now.own + now.store > peak.own + peak.store) peak = now;
  }, 250);
  const began = performance.now();
  const result = await work();
  const ms = performance.now() - began;
  clearInterval(sample);
  const loop = await product.loopMaxMs();
  const over = peak.own + peak.store - idle.own - idle.store;
  console.log(
    `${name.padEnd(44)} ${ms.toFixed(ms < 100 ? 1 : 0).padStart(8)} ms   loop max ${loop.toFixed(0).padStart(3)} ms   memory +${Math.max(0, over).toFixed(0)} MB`,
  );
  return result;
};

async function* multipart(): AsyncIterable<Buffer> {
  yield Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="file"; filename="links.txt"\r\nContent-Type: text/plain\r\n\r\n',
  );
  let text = '';
  for (let number = 0; number < nLinks; number += 1) {
    text += `http://s${number % 5_000}.example/p/${number}\n`;
    if (text.length > 65_536) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(`${text}\r\n--b--\r\n`);
}

const { campaign } = (await product.call('PUT', '/rest/campaigns', { name: 'Bench' })) as { campaign: { id: number } };
const { urlList } = (await product.call('PUT', '/rest/url_list', { campaignId: campaign.id, name: 'Million' })) as {
  urlList: { id: number };
};
const idle = product.memoryMb();
console.log(`idle: ${idle.own.toFixed(0)} MB product, ${idle.store.toFixed(0)} MB store`);
const imported = await time(`import of ${nLinks} links`, async () => {
  const response = await product.request(`/action/import/url_list/${urlList.id}`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Readable.toWeb(Readable.from(multipart())) as ReadableStream,
    duplex: 'half',
  });
  return (await response.json()) as { count: number };
});
if (imported.count !== nLinks) throw new Error(`imported ${imported.count}`);
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
const drain = async (path: string) => {
  let bytes = 0;
  const response = await product.request(path);
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
  return bytes;
};
const bytes = await time('export of the URLs', () => drain(`/action/export/url_list_only/${urlList.id}`));
await time('export with all information', () => drain(`/action/export/url_list/${urlList.id}`));
console.log(`exported ${(bytes / 1e6).toFixed(0)} MB of URLs`);
await time('delete of the whole set', () =>
  product.call('DELETE', `/rest/url_list/${campaign.id}`, { ids: [urlList.id] }),
);
await product.stop();
