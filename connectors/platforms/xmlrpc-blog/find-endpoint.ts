import type { SiteTarget } from '#connectors/kit/contract/platforms.ts';
import type { OutsideAnswer, Tools } from '#connectors/kit/contract/tools.ts';
import { Fatal } from '#connectors/kit/errors.ts';
import { attributeOf, findElements } from '#connectors/kit/find-elements.ts';
import { stopWhenBusy } from '#connectors/kit/read-answer.ts';
import { isSameSite, liesElsewhere } from '#connectors/kit/same-site.ts';

/** Where the calls go. */
export interface Endpoint {
  url: string;
  /** True when the site names it itself; else it is the usual place. */
  isNamed: boolean;
}

/** The endpoint of a site, from the account's memory or found now. Fatal when it lies at another address. */
export async function endpointOf(site: SiteTarget, tools: Tools): Promise<string> {
  const known = tools.memory.get(memoryKey(site));
  if (known !== undefined) return known;
  const { url } = await findEndpoint(site, tools);
  if (!isSameSite(site.url, url)) throw new Fatal(liesElsewhere('The blog', url));
  tools.memory.set(memoryKey(site), url);
  return url;
}

/** Forgets an endpoint that no longer answers. */
export function forgetEndpoint(site: SiteTarget, tools: Tools): void {
  tools.memory.delete(memoryKey(site));
}

const memoryKey = (site: SiteTarget) => `endpoint ${site.url}`;

/**
 * The address itself when it is one; else what the page names: its RSD document (cyber.harvard.edu/blogs/gems/tech/rsd.html),
 * the X-Pingback header, and at last the place where WordPress has it.
 */
export async function findEndpoint(site: SiteTarget, tools: Tools): Promise<Endpoint> {
  if (/\/xml-?rpc(\.\w+)?$/i.test(new URL(site.url).pathname)) return { url: site.url, isNamed: true };
  const page = await read(site.url, tools);
  const secure = (url: string) => (page.url.startsWith('https:') ? url.replace(/^http:/, 'https:') : url);
  const rsd = findElements(page.text, 'link').find((element) => /rsd\+xml/i.test(element));
  const announced = absolute(rsd && attributeOf(rsd, 'href'), page.url);
  const named =
    (announced === undefined ? undefined : apiLinkIn(await read(secure(announced), tools))) ??
    absolute(page.headers['x-pingback'], page.url);
  if (named !== undefined) return { url: secure(named), isNamed: true };
  const [home = page.url] = page.url.split(/[?#]/);
  return { url: new URL('xmlrpc.php', home.endsWith('/') ? home : `${home}/`).href, isNamed: false };
}

async function read(url: string, tools: Tools): Promise<OutsideAnswer> {
  const page = await tools.http({ method: 'GET', url, raw: true });
  stopWhenBusy({ who: 'The blog', ...page, now: tools.now() });
  return page;
}

/** The MetaWeblog interface that an RSD document names. */
function apiLinkIn(document: OutsideAnswer): string | undefined {
  const api = findElements(document.text, 'api').find((element) =>
    /^metaweblog$/i.test(attributeOf(element, 'name') ?? ''),
  );
  return absolute(api && attributeOf(api, 'apiLink'), document.url);
}

function absolute(url: string | undefined, base: string): string | undefined {
  if (url === undefined || url === '' || !URL.canParse(url, base)) return undefined;
  const { href, protocol } = new URL(url, base);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}
