import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { type Agent, type Dispatcher, ProxyAgent } from 'undici';
import { checkUrl, guardedLookup, RefusedAddress } from './address-policy.ts';
import { codeOf, describeCode } from './describe-death.ts';
import { WireDeath } from './exchange.ts';
import { openSocks, SocksFault } from './socks.ts';

/** Proxies whose connections are kept; the one used longest ago goes first. */
const maxProxies = 200;

/** Where a request goes through a proxy, and what it says there. */
export interface ProxiedTarget {
  url: URL;
  headers: Record<string, string>;
}

/** The connections through proxies, one pool per proxy. */
export class Proxies {
  readonly #agents = new Map<string, ProxyAgent | Agent>();

  /** The pool of a proxy `kind://[login@]host:port`. Everything travels through its tunnel, plain http too. */
  of(proxy: string): Dispatcher {
    const known = this.#agents.get(proxy);
    const agent = known ?? openProxy(proxy);
    this.#agents.delete(proxy);
    this.#agents.set(proxy, agent);
    const [oldest] = this.#agents.keys();
    if (this.#agents.size > maxProxies && oldest !== undefined) {
      // Ends when the last request through it has its answer.
      void this.#agents.get(oldest)?.close();
      this.#agents.delete(oldest);
    }
    return agent;
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
  }
}

function openProxy(proxy: string): ProxyAgent | Agent {
  const url = URL.canParse(proxy) ? new URL(proxy) : undefined;
  if (!url)
    throw new WireDeath('network', false, new RefusedAddress('The proxy is not an address like http://host:port'));
  try {
    checkUrl(url.protocol === 'socks5:' ? new URL(proxy.replace(/^socks5:/, 'http:')) : url);
  } catch (error) {
    throw new WireDeath('network', false, error);
  }
  if (url.protocol === 'socks5:') return openSocks(url);
  const address = { lookup: guardedLookup, timeout: 15_000 };
  return new ProxyAgent({
    uri: proxy,
    proxyTunnel: true,
    proxyTls: address,
    connections: 16,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * A proxy resolves names by itself, so that the address policy would end at its door: the name is resolved here, judged,
 * and the proxy is asked for that very address. The name stays in the Host header, by which TLS is checked too.
 */
export async function pinTarget({ url, headers }: ProxiedTarget): Promise<ProxiedTarget> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return { url, headers };
  const found = await new Promise<LookupAddress[]>((resolve, reject) =>
    guardedLookup(host, { all: true }, (error, addresses) =>
      // Nothing has left yet.
      error || typeof addresses === 'string' ? reject(new WireDeath('network', false, error)) : resolve(addresses),
    ),
  );
  // Many proxies have no way out by IPv6.
  const { address = '' } = found.find(({ family }) => family === 4) ?? found[0] ?? {};
  const pinned = new URL(url);
  pinned.hostname = address.includes(':') ? `[${address}]` : address;
  return { url: pinned, headers: { ...headers, host: url.host } };
}

/** Codes of a connection that did not come about; behind a proxy every connection is one to the proxy. */
const unreached = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_PRX_TLS', 'UND_ERR_PRX_CONN'],
]);

/** What is wrong with the proxy itself, for people; undefined where it is not to blame, or bytes may have left through it. */
export function proxyFault(error: unknown): string | undefined {
  if (!(error instanceof WireDeath) || error.sent || error.kind === 'cancelled') return undefined;
  const { cause } = error;
  if (cause instanceof SocksFault) return cause.isOurs ? cause.message : undefined;
  const [, status = ''] = /Proxy response \((\d+)\)/.exec(cause instanceof Error ? cause.message : '') ?? [];
  if (status === '401' || status === '407') return 'it does not take the login';
  if (status === '402') return 'it wants to be paid';
  if (cause instanceof Error && cause.name === 'HTTPParserError') return 'it does not speak HTTP';
  const code = codeOf(cause);
  return unreached.has(code) ? describeCode(code) : undefined;
}

/** The password of a proxy, as typed and as sent. */
export function secretsOf(proxy: string | undefined): string[] {
  if (proxy === undefined || !URL.canParse(proxy)) return [];
  const { password } = new URL(proxy);
  return password === '' ? [] : [password, decodeText(password)];
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
