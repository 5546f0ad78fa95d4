import { describeDeath } from './describe-death.ts';
import { WireDeath } from './exchange.ts';
import { type Proxies, pinTarget, proxyFault } from './proxies.ts';
import { sendRequest } from './send-request.ts';

/** A proxy that takes longer is of no use, in ms. */
const longestMs = 20_000;

interface Reader {
  proxies: Proxies;
  userAgent: string;
}

/** Asks a proxy for a page: any answer that came through it will do. Throws only when the signal calls it off. */
export async function askProxy(
  { proxies, userAgent }: Reader,
  proxy: string,
  { pageUrl, signal }: { pageUrl: string; signal: AbortSignal },
): Promise<{ works: boolean; detail: string }> {
  const began = performance.now();
  const url = new URL(pageUrl);
  try {
    const target = await pinTarget({ url, headers: { 'user-agent': userAgent, accept: '*/*' } });
    await sendRequest(proxies.of(proxy), { method: 'GET', ...target, timeoutMs: longestMs, signal });
    return { works: true, detail: `Answered in ${Math.round(performance.now() - began)} ms` };
  } catch (error) {
    signal.throwIfAborted();
    const fault = proxyFault(error);
    if (fault !== undefined) return { works: false, detail: `The proxy failed: ${fault}` };
    if (error instanceof WireDeath) return { works: false, detail: describeDeath(error, url.host, longestMs) };
    throw error;
  }
}
