import type { Agent, Dispatcher } from 'undici';
import { Retryable } from '#connectors/kit/errors.ts';
import type { WireRequest } from './exchange.ts';
import { type Proxies, pinTarget, proxyFault } from './proxies.ts';

/** Chooses the proxy by which the traffic of an account with its sites goes. */
export interface ProxyChoice {
  /** `kind://[login@]host:port`; undefined: straight on. Throws NoProxy where one is asked for and none works. */
  of(account: string): Promise<string | undefined>;
  /** A proxy could not be reached, or did not take its login. */
  failed(proxy: string, reason: string): Promise<void>;
}

/** Traffic is to go by a proxy, and none works: nothing leaves. */
export class NoProxy extends Error {
  override name = 'NoProxy';
}

/** Sends one request by a pool of connections. */
export type Send<W> = (pool: Dispatcher, request: WireRequest) => Promise<W>;

/** Who reads the pages of a site without an account, for the choice of a proxy. */
export const strangerTo = (url: string): string => `pages of ${new URL(url).host}`;

interface Parts {
  agent: Agent;
  proxies: Proxies;
  choice: ProxyChoice | undefined;
}

/** The two ways to the network: straight on, or by a proxy. */
export class WayOut {
  readonly #parts: Parts;
  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The proxy of an account, undefined for straight on. Throws Retryable where one is asked for and none works. */
  async proxyOf(account: string): Promise<string | undefined> {
    try {
      return await this.#parts.choice?.of(account);
    } catch (error) {
      if (error instanceof NoProxy) throw new Retryable(error.message);
      throw error;
    }
  }

  /** Sends straight on, or by a proxy; one that is to blame for it is marked, and nothing goes past it. */
  async send<W>(proxy: string | undefined, wired: WireRequest, send: Send<W>): Promise<W> {
    const { agent, proxies, choice } = this.#parts;
    if (proxy === undefined) return send(agent, wired);
    const target = await pinTarget(wired);
    try {
      return await send(proxies.of(proxy), { ...wired, ...target });
    } catch (error) {
      const fault = proxyFault(error);
      if (fault === undefined) throw error;
      await choice?.failed(proxy, fault).catch(() => {});
      // As it was entered: an address hides a port that its kind has anyway.
      throw new Retryable(`The proxy ${proxy.replace(/^.*[@/]/, '')} failed: ${fault}`);
    }
  }
}
