/**
 * True when a login entered for one address may be sent to the other: the same host and port, or the same host gone from
 * http to https at the usual ports; "www." makes no difference.
 */
export function isSameSite(site: string, target: string): boolean {
  if (!URL.canParse(site) || !URL.canParse(target)) return false;
  const [from, to] = [new URL(site), new URL(target)];
  const bare = (url: URL) => url.hostname.replace(/^www\./, '');
  if (bare(from) !== bare(to)) return false;
  if (from.protocol === to.protocol) return from.port === to.port;
  return from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
}

/** What the operator is told of an interface that lies elsewhere. */
export function liesElsewhere(who: string, target: string): string {
  return `${who} has its interface at another address (${new URL(target).origin}) than the site, and no login is sent there. If that address is yours too, enter it for the site.`;
}
