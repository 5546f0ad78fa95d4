import type { SiteTarget } from '#connectors/kit/contract/platforms.ts';
import type { OutsideAnswer, Tools } from '#connectors/kit/contract/tools.ts';
import { Fatal } from '#connectors/kit/errors.ts';
import { attributeOf, findElements } from '#connectors/kit/find-elements.ts';
import { errorForStatus, listOf, objectOf, readObject, textOf } from '#connectors/kit/read-answer.ts';

/** What a wiki says of itself. */
export interface WikiFacts {
  /** Address of api.php. */
  api: string;
  /** "MediaWiki 1.39.17", '' when the wiki may not be read without a login. */
  generator: string;
}

/** Address of api.php, from the account's memory or found now. Fatal when there is none. */
export async function findApi(site: SiteTarget, tools: Tools): Promise<string> {
  const key = `api ${site.url}`;
  const known = tools.memory.get(key);
  if (known !== undefined) return known;
  const facts = await searchApi(site, tools);
  if (facts === undefined) throw new Fatal(`No MediaWiki interface (api.php) was found at ${site.url}`);
  tools.memory.set(key, facts.api);
  return facts.api;
}

/** Looks where the page's EditURI link points, then in the usual places. */
export async function searchApi(site: SiteTarget, tools: Tools): Promise<WikiFacts | undefined> {
  const page = await tools.http({ method: 'GET', url: site.url, raw: true });
  stopWhenBusy(page, tools);
  const link = findElements(page.text, 'link').find((element) => attributeOf(element, 'rel') === 'EditURI');
  const linked = link && attributeOf(link, 'href')?.split('?')[0];
  const folder = new URL('.', page.url.split('/index.php/')[0] + (page.url.includes('/index.php/') ? '/' : '')).href;
  const places = [linked, `${folder}api.php`, `${folder}w/api.php`, '/w/api.php', '/api.php'];
  const tried = new Set<string>();
  for (const place of places) {
    if (place === undefined || !URL.canParse(place, page.url)) continue;
    const api = new URL(place, page.url).href;
    if (tried.has(api)) continue;
    tried.add(api);
    const facts = await readFacts(api, tools);
    if (facts !== undefined) return facts;
  }
  return undefined;
}

async function readFacts(api: string, tools: Tools): Promise<WikiFacts | undefined> {
  const query = 'action=query&meta=siteinfo&siprop=general&format=json&formatversion=2&errorformat=plaintext';
  const answer = await tools.http({ method: 'GET', url: `${api}?${query}`, raw: true });
  stopWhenBusy(answer, tools);
  const body = readObject(answer.text);
  const generator = textOf(objectOf(objectOf(body, 'query'), 'general'), 'generator');
  if (generator.startsWith('MediaWiki')) return { api, generator };
  return listOf(body, 'errors')[0]?.code === 'readapidenied' ? { api, generator: '' } : undefined;
}

function stopWhenBusy({ status, headers }: OutsideAnswer, tools: Tools): void {
  if (status !== 429 && status < 500) return;
  const error = errorForStatus({ who: 'MediaWiki', status, headers, act: false, now: tools.now() });
  if (error !== undefined) throw error;
}
