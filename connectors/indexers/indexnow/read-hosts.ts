/** A host of the operator's. */
interface OwnHost {
  /** As links name it, with its port where it is not the usual one. */
  host: string;
  /** Where its key file is looked for by a Validate: https unless the operator wrote http. */
  origin: string;
}

/** Most hosts of one list: a Validate asks them all, one after the other. */
const mostHosts = 100;

/** Hosts as typed, separated by commas, blanks or lines; `problem` says what of it cannot be read. */
export function readHosts(text: string): { hosts: OwnHost[]; problem?: string } {
  const hosts = new Map<string, OwnHost>();
  for (const typed of text.split(/[\s,;]+/).filter((word) => word !== '')) {
    const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url === undefined || url.host === '' || url.username !== '')
      return { hosts: [], problem: `"${typed.slice(0, 100)}" is no host` };
    hosts.set(url.host, { host: url.host, origin: url.origin });
  }
  if (hosts.size === 0) return { hosts: [], problem: 'Name at least one host of your own' };
  if (hosts.size > mostHosts) return { hosts: [], problem: `At most ${mostHosts} hosts` };
  return { hosts: [...hosts.values()] };
}
