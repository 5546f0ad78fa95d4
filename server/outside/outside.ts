import type { Tools } from '#connectors/kit/contract/tools.ts';
import type { PageReading } from '#domain/rules/page-reading.ts';
import { seededRandom } from '#domain/rules/random.ts';
import { AccountStates } from './account-state.ts';
import { askProxy } from './ask-proxy.ts';
import type { HostHolds } from './host-holds.ts';
import { createPdfRoom } from './pdf/read-pdf-aside.ts';
import { Proxies } from './proxies.ts';
import { createPageRoom } from './read-body.ts';
import { type Route, readPage } from './read-page.ts';
import { createAgent } from './send-request.ts';
import { type OutsideSettings, Sender, type ToolsOf } from './sender.ts';
import { solveCaptcha } from './solve-captcha.ts';
import { WayOut } from './way-out.ts';

/** The product's only way to the network. */
export interface Outside {
  toolsFor(of: ToolsOf): Tools;
  /** Reads a public page as a stranger; throws only when the signal calls it off. */
  readPage(url: string, signal: AbortSignal, route?: Route): Promise<PageReading>;
  /** Asks a proxy for a page: whether it works, and what it says, for people. Throws only when the signal calls it off. */
  askProxy(proxy: string, pageUrl: string, signal: AbortSignal): Promise<{ works: boolean; detail: string }>;
  /** Hosts that asked to be left alone, as this process knows them. */
  readonly holds: HostHolds | undefined;
  close(): Promise<void>;
}

/** User-Agent unless the settings name one. */
const defaultUserAgent = 'Linkwright/0.1 (posts to and reads sites on behalf of their operator)';

/** Makes the outside tools; `close` ends all connections. */
export function createOutside(settings: OutsideSettings): Outside {
  const agent = createAgent();
  const proxies = new Proxies();
  const room = createPageRoom();
  const pdfRoom = createPdfRoom();
  const states = new AccountStates();
  const way = new WayOut({ agent, proxies, choice: settings.proxies });
  const userAgent = settings.userAgent ?? defaultUserAgent;
  return {
    toolsFor(of) {
      const state = states.of(`${of.connectorId}\n${of.accountKey}`);
      const sender = new Sender({ way, settings, userAgent, of, state });
      return {
        http: (request) => sender.http(request),
        stream: (request, maxBytes) => sender.stream(request, maxBytes),
        solve: async (task) => solveCaptcha((await settings.captcha?.(task.kind, of.signal)) ?? [], task, of.signal),
        now: Date.now,
        random: seededRandom(of.seed),
        log: (message, details) => sender.log(message, details),
        signal: of.signal,
        memory: state.memory,
      };
    },
    readPage: (url, signal, route = {}) =>
      readPage({ way, room, pdfRoom, userAgent, timeoutMs: settings.timeoutMs(), holds: settings.holds }, url, {
        ...route,
        signal,
      }),
    askProxy: (proxy, pageUrl, signal) => askProxy({ proxies, userAgent }, proxy, { pageUrl, signal }),
    holds: settings.holds,
    close: async () => {
      await Promise.all([agent.destroy(), proxies.close()]);
      await Promise.all([room.close(), pdfRoom.close()]);
    },
  };
}
