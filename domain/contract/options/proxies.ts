import { z } from 'zod';
import { defineCall } from '../call.ts';
import { topic } from '../topic.ts';

export const proxyStatus = z.enum(['NEW', 'CHECKING', 'WORKING', 'FAILED']);
export type ProxyStatus = z.infer<typeof proxyStatus>;
/** How a proxy is spoken to: a tunnel by CONNECT, plain or over TLS, or SOCKS (RFC 1928). */
export const proxyKind = z.enum(['HTTP', 'HTTPS', 'SOCKS5']);
export type ProxyKind = z.infer<typeof proxyKind>;
/** State of the check of all proxies. */
export const monitorState = z.enum(['NEW', 'CHECKING', 'STOPPING']);
export type MonitorState = z.infer<typeof monitorState>;

/** What names a proxy. */
export const proxyKey = z.object({ address: z.string().max(255), port: z.number().int().min(1).max(65_535) });
export type ProxyKey = z.infer<typeof proxyKey>;

export const proxy = proxyKey.extend({
  kind: proxyKind,
  username: z.string().nullable(),
  password: z.string().nullable(),
  proxyStatus,
  /** Why it failed, or how quickly it answered; null before its first check. */
  said: z.string().nullable(),
  checkedAt: z.iso.datetime().nullable(),
  /** Accounts that go through it. */
  accounts: z.number(),
  version: z.number(),
});
export type ListedProxy = z.infer<typeof proxy>;

export const proxyTexts = {
  enter: 'Please enter proxies',
  none: 'No working proxy',
  notALine: 'Not a line like ip:port or ip:port:username:password',
  noPort: 'The port must be between 1 and 65535',
  tooMany: (max: number) => `At most ${max} proxies are kept`,
} as const;

/** Proxies that are kept, at most. */
export const mostProxies = 10_000;

export const addProxies = defineCall({
  id: 'addProxies',
  method: 'POST',
  path: '/rest/proxies',
  summary: 'Add proxies, one ip:port or ip:port:username:password per line; one that is there gets the new login',
  body: z.object({ proxies: z.string().trim().min(1, proxyTexts.enter).max(2_000_000) }),
  /** `errorList`: refused lines as typed, each with its reason. */
  reply: z.object({ proxies: z.array(proxy), errorList: z.array(z.string()) }),
});

const keys = z.array(proxyKey).min(1).max(mostProxies);
export const deleteProxies = defineCall({
  id: 'deleteProxies',
  method: 'DELETE',
  path: '/rest/proxies',
  summary: 'Delete proxies; accounts that went through them go through others',
  body: z.union([z.object({ ids: keys }), keys]).transform((value) => (Array.isArray(value) ? { ids: value } : value)),
  reply: z.object({ proxies: z.array(proxyKey) }),
});

const monitorReply = z.object({ proxyMonitorState: monitorState });
export const checkProxies = defineCall({
  id: 'checkProxies',
  method: 'GET',
  path: '/action/check/proxies',
  summary: 'Check every proxy',
  reply: monitorReply,
});
export const stopCheckingProxies = defineCall({
  id: 'stopCheckingProxies',
  method: 'GET',
  path: '/action/stop_checking/proxies',
  summary: 'End the check of the proxies',
  reply: monitorReply,
});

/** Events of topic proxies (part N, D-OPT-11); null: more than an event holds, load again. */
export type ProxiesEventBody =
  | { action: 'addNew'; proxies: ListedProxy[] | null }
  | ({ action: 'proxyStatusChanged' } & ProxyKey & Pick<ListedProxy, 'proxyStatus' | 'said' | 'checkedAt' | 'version'>)
  | { action: 'proxiesDeleted'; proxies: ProxyKey[] }
  | { action: 'proxyMonitorStateChanged'; proxyMonitorState: MonitorState };
export const proxiesTopic = topic<ProxiesEventBody>('proxies');
