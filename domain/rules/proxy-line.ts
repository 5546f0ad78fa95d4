import { type ProxyKey, type ProxyKind, proxyTexts } from '../contract/options/proxies.ts';

/** A proxy as typed. */
export interface TypedProxy extends ProxyKey {
  kind: ProxyKind;
  username: string | null;
  password: string | null;
}

const kinds: Record<string, ProxyKind> = { http: 'HTTP', https: 'HTTPS', socks5: 'SOCKS5', socks5h: 'SOCKS5' };
const line = /^(?:([a-z\d]+):\/\/)?(\[[\da-f:.]+\]|[a-z\d_-]+(?:\.[a-z\d_-]+)*):(\d{1,6})(?::([^:]+):(.+))?$/i;

/**
 * Reads `ip:port` or `ip:port:username:password` (1-core section 3); `socks5://` or `https://` before it names another kind
 * than a plain HTTP proxy. A password may hold colons. Answers why a line is none.
 */
export function parseProxyLine(text: string): TypedProxy | string {
  const parts = line.exec(text);
  if (!parts) return proxyTexts.notALine;
  const [, scheme = 'http', typed = '', port = '', username = null, password = null] = parts;
  const kind = kinds[scheme.toLowerCase()];
  const address = addressOf(typed.toLowerCase());
  if (kind === undefined || address === undefined) return proxyTexts.notALine;
  if (Number(port) < 1 || Number(port) > 65_535) return proxyTexts.noPort;
  return { address, port: Number(port), kind, username, password };
}

/** An address as it is used; undefined for what would lead elsewhere than it reads: 0127.0.0.1 is octal to a browser. */
function addressOf(typed: string): string | undefined {
  if (typed.length > 255 || !URL.canParse(`http://${typed}/`)) return undefined;
  const { hostname } = new URL(`http://${typed}/`);
  return hostname === typed || typed.startsWith('[') ? hostname : undefined;
}
