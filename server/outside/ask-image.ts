import type { Outside } from './outside.ts';

type Asker = Pick<Outside, 'toolsFor'>;

/** An image that answered is not asked again for so long, one that did not for so long. */
const keepMs = { yes: 300_000, no: 20_000 };
const maxKnown = 5_000;
const known = new WeakMap<Asker, Map<string, { until: number; answers: Promise<boolean> }>>();
/** Far above any image for the web; only the first bytes are read. */
const maxBytes = 200 * 1024 * 1024;

/** Whether there is an image at an address: asked as a stranger under the address policy, remembered for the posts of a moment. */
export function answersAsImage(outside: Asker, url: string): Promise<boolean> {
  const entries = known.get(outside) ?? new Map<string, { until: number; answers: Promise<boolean> }>();
  known.set(outside, entries);
  const entry = entries.get(url);
  if (entry && entry.until > Date.now()) return entry.answers;
  if (entries.size > maxKnown) entries.clear();
  const asked = { until: Date.now() + keepMs.yes, answers: ask(outside, url) };
  entries.set(url, asked);
  void asked.answers.then((isThere) => {
    if (!isThere) asked.until = Date.now() + keepMs.no;
  });
  return asked.answers;
}

/** Several posts may wait for one answer: none of them calls it off; the product's time-out does. */
async function ask(outside: Asker, url: string): Promise<boolean> {
  const { signal } = new AbortController();
  try {
    const tools = outside.toolsFor({
      connectorId: 'images',
      siteUrl: url,
      accountKey: '',
      secrets: [],
      signal,
      seed: url,
    });
    const { headers, body } = await tools.stream({ method: 'GET', url }, maxBytes);
    for await (const _ of body) break;
    return /^image\//i.test(headers['content-type'] ?? '');
  } catch {
    return false;
  }
}
