import { lookup as lookupName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address that the product never contacts (D-GEN-22). The message is for the operator. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress';
}

/**
 * Cloud-metadata addresses outside the link-local ranges: AWS and Google over IPv6, Alibaba, Azure's wire server,
 * Oracle. Source: the vendors' instance-metadata pages.
 */
const metadata = new Set(['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16', '192.0.0.192']);
const refusedRanges = new Set(['linkLocal', 'multicast', 'broadcast', 'unspecified', 'reserved']);

/** True when a resolved address may be contacted: loopback and private ranges may, link-local and metadata may not. */
export function isAllowedAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address.replace(/%.*$/, ''));
  if (metadata.has(parsed.toString()) || refusedRanges.has(parsed.range())) return false;
  const inner = parsed instanceof ipaddr.IPv6 ? embeddedIPv4(parsed) : undefined;
  return inner === undefined || isAllowedAddress(inner);
}

/** IPv4 address carried inside a NAT64 (RFC 6052) or 6to4 (RFC 3056) address. */
function embeddedIPv4(address: ipaddr.IPv6): string | undefined {
  const bytes = address.toByteArray();
  if (address.range() === 'rfc6052') return bytes.slice(12, 16).join('.');
  if (address.range() === '6to4') return bytes.slice(2, 6).join('.');
  return undefined;
}

/** Checks scheme and, for a literal address, the address; names are checked when they are resolved. Throws RefusedAddress. */
export function checkUrl(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new RefusedAddress(`Only http and https addresses are contacted, not ${url.protocol}`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isAllowedAddress(host)) throw new RefusedAddress(refusal(host, host));
}

function refusal(host: string, address: string): string {
  return `The address of ${host} (${address}) is link-local, a cloud-metadata service or otherwise never contacted`;
}

/** Resolves a name for a connection and leaves out refused addresses, so that DNS cannot lead past the policy. */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookupName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const allowed = addresses.filter((entry) => isAllowedAddress(entry.address));
    const first = allowed[0];
    if (first === undefined)
      return callback(new RefusedAddress(refusal(hostname, addresses[0]?.address ?? 'none')), []);
    if (options.all) return callback(null, allowed);
    callback(null, first.address, first.family);
  });
};
