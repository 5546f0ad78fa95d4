import type { Saying } from '#domain/rules/submission-words.ts';

/** A link that is to be told, in the order of its set. */
export interface LinkToTell {
  id: number;
  key: string;
  url: string;
}

/** What shapes a batch. */
export interface BatchRules {
  /** Most links of one batch. */
  most: number;
  /** True when all links of a batch must be of one host. */
  oneHost: boolean;
  /** Hosts that are left out, each with the reason: the operator stopped them, or they need the operator. */
  leftOut: ReadonlyMap<string, string>;
}

/** The links that go out next, and what is settled with them. */
export interface NextBatch {
  urls: string[];
  /** Rows that are settled with it: those of `urls`, those that say the same again, and those left out. */
  nTold: number;
  leftOut: Saying[];
  /** The last row that is settled; undefined when there was none. */
  last: LinkToTell | undefined;
}

const noAddress = 'It is no web address';

/**
 * Takes the first links for one batch: no address twice, none of a host that is left out, all of one host where that is asked
 * for. Rows come ordered by address, so what says the same, and what is of one host, stands together.
 */
export function nextBatch(rows: readonly LinkToTell[], { most, oneHost, leftOut }: BatchRules): NextBatch {
  const urls = new Set<string>();
  const left = new Map<string, Saying>();
  let nTold = 0;
  let last: LinkToTell | undefined;
  let host: string | undefined;
  for (const row of rows) {
    const own = hostOf(row.url);
    const reason = own === undefined ? noAddress : leftOut.get(own);
    if (reason !== undefined) {
      const of = `${own} ${reason}`;
      left.set(of, {
        text: reason,
        links: (left.get(of)?.links ?? 0) + 1,
        ...(own === undefined ? {} : { host: own }),
      });
    } else {
      if (oneHost && host !== undefined && own !== host) break;
      if (!urls.has(row.url) && urls.size === most) break;
      host = own;
      urls.add(row.url);
      nTold += 1;
    }
    last = row;
  }
  return { urls: [...urls], nTold, leftOut: [...left.values()], last };
}

/** Host of a web address, with its port where it is not the usual one. */
export function hostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? host : undefined;
}
