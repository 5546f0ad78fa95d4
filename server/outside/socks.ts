import type { LookupAddress } from 'node:dns';
import type { Socket } from 'node:net';
import { SocksClient, type SocksClientError } from 'socks';
import { Agent, buildConnector } from 'undici';
import { guardedLookup, RefusedAddress } from './address-policy.ts';

/** Time for the way through the proxy, in ms. */
const connectMs = 15_000;

/** No way through a SOCKS proxy. */
export class SocksFault extends Error {
  override name = 'SocksFault';
  /** True where the proxy itself is to blame, not what lies behind it. */
  readonly isOurs: boolean;
  constructor(message: string, isOurs: boolean) {
    super(message);
    this.isOurs = isOurs;
  }
}

/** Connections through a SOCKS 5 proxy (RFC 1928), with its user and password (RFC 1929) where the address names them. */
export function openSocks(proxy: URL): Agent {
  // Names and checks the certificate by the name of the site, though the way leads to its address.
  const secure = buildConnector({ timeout: connectMs, allowH2: false });
  return new Agent({
    connections: 16,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, done) {
      tunnel(proxy, options.hostname, Number(options.port) || (options.protocol === 'https:' ? 443 : 80)).then(
        (socket) =>
          options.protocol === 'https:' ? secure({ ...options, httpSocket: socket }, done) : done(null, socket),
        (error: Error) => done(error, null),
      );
    },
  });
}

async function tunnel(proxy: URL, host: string, port: number): Promise<Socket> {
  const address = await resolve(proxy.hostname.replace(/^\[|\]$/g, ''));
  const login = proxy.username
    ? { userId: decodeURIComponent(proxy.username), password: decodeURIComponent(proxy.password) }
    : {};
  try {
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      proxy: { host: address, port: Number(proxy.port) || 1080, type: 5, ...login },
      destination: { host: host.replace(/^\[|\]$/g, ''), port },
      timeout: connectMs,
    });
    return socket;
  } catch (error) {
    throw faultOf(error as SocksClientError | Error);
  }
}

/** The words of the library, told apart by who is to blame. */
function faultOf({ message }: Error): SocksFault {
  if (/rejected connection/i.test(message)) return new SocksFault('the proxy did not reach the site', false);
  if (/authenticat/i.test(message)) return new SocksFault('it does not take the login', true);
  if (/timed out/i.test(message)) return new SocksFault('no answer', true);
  return new SocksFault(
    /ECONNREFUSED/.test(message) ? 'refused' : 'it cannot be reached, or does not speak SOCKS 5',
    true,
  );
}

/** The proxy's own address, judged like any other. */
function resolve(name: string): Promise<string> {
  return new Promise((done, fail) =>
    guardedLookup(name, { all: true }, (error, addresses) => {
      const [first] = typeof addresses === 'string' ? [] : (addresses as LookupAddress[]);
      if (error) fail(error instanceof RefusedAddress ? error : new SocksFault('its name is not known', true));
      else done(first?.address ?? name);
    }),
  );
}
