import type { IncomingMessage } from 'node:http';
import type { SiteStore, StoredPost } from './site-store.ts';
import type { SiteMail, SiteUsers } from './site-users.ts';

/** A request as the rehearsed software sees it. */
export interface SiteRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
  /** The body as it came. */
  bytes: Buffer;
}

/** Its answer. */
export interface SiteReply {
  status: number;
  headers?: Record<string, string | string[]>;
  body: string | Buffer;
  /** True when this request took a file: the fault `dropUpload` strikes here. */
  uploaded?: boolean;
  /** True when this request made a new post or account: faults after the commit strike here. */
  created?: boolean;
}

/** What a rehearsed software is handed. */
export interface SiteContext {
  store: SiteStore;
  /** Whoever registered, beside the account that was there before. */
  users: SiteUsers;
  /** Sends a mail; nothing where the world has no mail server. */
  mail: (mail: SiteMail) => void;
  /** Without "/" at its end. */
  baseUrl: string;
  title: string;
  username: string;
  password: string;
  /** True while the dial refuses every login. */
  refusesLogin: () => boolean;
}

/** A rehearsed software: turns requests into answers. */
export interface SiteSoftware {
  handle(request: SiteRequest): SiteReply;
  /** True for calls of the interface, false for public pages. */
  isInterface(request: SiteRequest): boolean;
  /** True for a request that would make a post or an account. */
  wouldPost(request: SiteRequest): boolean;
  /** Forgets every session, where there are sessions. */
  endSessions?(): void;
  /** The answer of a filter that refuses the content. */
  refuseContent(): SiteReply;
  /** Public address of a post. */
  addressOf(post: StoredPost): string;
}
