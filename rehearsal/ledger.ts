import type { ServerResponse } from 'node:http';
import type { SiteReply, SiteRequest, SiteSoftware } from './site-software.ts';

/** A request as the site saw it: what a tester trusts. Times are Date.now(). */
export interface SeenRequest {
  /** Address of the site. */
  site: string;
  /** Address that it came from. */
  from: string;
  method: string;
  path: string;
  isInterface: boolean;
  /** True for a request that would make a post. */
  act: boolean;
  /** Our marker in an act, '' elsewhere. */
  marker: string;
  arrivedAt: number;
  /** When the answer was written; null when there was none. */
  answeredAt: number | null;
  /** When answer or connection ended; null while it is open. */
  endedAt: number | null;
  status: number | null;
  retryAfterMs: number | null;
  /** When it made a post, which may be after the answer; null when it made none. */
  createdAt: number | null;
}

interface Watched {
  site: string;
  request: SiteRequest;
  response: ServerResponse;
  software: SiteSoftware;
}

/** Enters a request that has arrived whole, and its end. */
export function watchRequest(ledger: SeenRequest[], { site, request, response, software }: Watched): SeenRequest {
  const act = software.wouldPost(request);
  const seen: SeenRequest = {
    site,
    from: response.socket?.remoteAddress ?? '',
    method: request.method,
    path: request.path,
    isInterface: software.isInterface(request),
    act,
    marker: act ? markerIn(`${request.query} ${request.body}`) : '',
    arrivedAt: Date.now(),
    answeredAt: null,
    endedAt: null,
    status: null,
    retryAfterMs: null,
    createdAt: null,
  };
  ledger.push(seen);
  response.once('close', () => {
    seen.endedAt = Date.now();
  });
  return seen;
}

function markerIn(body: string): string {
  return /(?:lw|ref)(?:[:-]|%3A)((?:lw|r)[a-z0-9]{14,15})/i.exec(body)?.[1] ?? '';
}

/** The wait that an answer asks for. */
export function retryAfterOf(reply: SiteReply): number | null {
  const seconds = Number(reply.headers?.['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : null;
}
