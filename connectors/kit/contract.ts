import type { Module } from '#domain/contract/modules.ts';
import type { Random } from '#domain/rules/random.ts';

/** A request of a connector to the outside world. */
export interface OutsideRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  url: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /**
   * True when the request changes something over there. An act that dies after its first
   * byte left raises Unconfirmed; anything else that dies raises Retryable.
   */
  act?: boolean;
  /** True: every status is handed back, the connector judges. False: bad statuses raise one of the four errors. */
  raw?: boolean;
  /** Values that must never reach a log, beside the account's own secrets. */
  secrets?: string[];
  /** Redirects to follow for GET and HEAD; default 5. Acts never follow. */
  maxRedirects?: number;
}

/** An answer, its body already read and cut at the size limit. */
export interface OutsideAnswer {
  status: number;
  /** Address after redirects. */
  url: string;
  /** Lower-case names; repeated headers joined by ", ". */
  headers: Record<string, string>;
  text: string;
}

/** All that a connector may touch. */
export interface Tools {
  /** Sends with the account's cookies and proxy, the time-out, size limit and address policy of the product. */
  http(request: OutsideRequest): Promise<OutsideAnswer>;
  /** Milliseconds since 1970. */
  now(): number;
  random: Random;
  /** Secrets are masked before anything is written. */
  log(message: string, details?: Record<string, unknown>): void;
  signal: AbortSignal;
  /** A small memory per account, for tokens and caches; lost at a restart. */
  memory: Map<string, string>;
}

/** A site as the connector sees it. */
export interface SiteTarget {
  siteId: string;
  /** Address as the operator typed it. */
  url: string;
  platform: string;
}

/** Login of one account; which fields mean what, the connector declares. */
export interface Credentials {
  username: string;
  password: string;
  email: string;
}

/** A link as it should stand on the page. */
export interface PlacedLink {
  url: string;
  anchor: string;
  /** '' when no rel is asked for. */
  rel: string;
}

/** A finished text, spin syntax resolved, links and media in place. */
export interface PostContent {
  /** Unique per post and stable over tries: what a look-up searches for. Letters and digits. */
  marker: string;
  title: string;
  /** Clean HTML: p, h2-h4, ul, ol, li, a, img, strong, em, blockquote, br. */
  html: string;
  /** The same as wikitext, where the platform takes that: made where the text is, off the event loop when it is long. */
  wikitext?: string;
  tags: string[];
  links: PlacedLink[];
  author: { name: string; bio: string };
}

/** Where a post stands now. */
export interface Published {
  state: 'published';
  /** Public address, read from the answer, never built from the title. */
  url: string;
  remoteId: string;
  /** Links that stand on the page when the platform changes them (a bookmark's title as anchor); else undefined. */
  links?: PlacedLink[];
}

/** Accepted but not visible yet; `token` is handed to lookUp. */
export interface Pending {
  state: 'pending';
  token: string;
}

/** What a look-up found: there, surely not there, or it cannot tell. */
export type Found = Published | Pending | { state: 'absent' } | { state: 'unknown'; reason: string };

/** What a probe of an address found, without credentials. */
export interface Probe {
  recognised: boolean;
  /** True when the interface the connector needs is open. */
  open: boolean;
  /** For people: "WordPress, REST interface open". */
  detail: string;
}

/** Everything one act needs. */
export interface Job {
  site: SiteTarget;
  account: Credentials;
  tools: Tools;
}

/** A field of the account or key, drawn by the screens. */
export interface FieldDeclaration {
  name: 'username' | 'password' | 'email';
  label: string;
  kind: 'text' | 'secret';
  help: string;
}

/** A posting platform: plain data, and a handful of functions. */
export interface Platform {
  id: string;
  label: string;
  modules: Module[];
  fields: FieldDeclaration[];
  accepts: {
    markup: 'html' | 'wikitext' | 'bookmark';
    titleMaxLength: number;
    images: boolean;
    tags: boolean;
    /** Links per page that the platform keeps; undefined means no limit. */
    maxLinks?: number;
    /** True when rel of a link is kept. */
    rel: boolean;
  };
  /** Hard limit of posts at once to one site, whatever the operator allows (Shaarli loses parallel writes). */
  maxAtOnce?: number;
  /** Time after which a lost act has surely been carried out or dropped over there, in ms. */
  settleMs: number;
  publish(job: Job, content: PostContent): Promise<Published | Pending>;
  /** Reads only. `token` comes from Pending. */
  lookUp(job: Job, content: PostContent, token: string | null): Promise<Found>;
  update?(job: Job, remoteId: string, content: PostContent): Promise<Published>;
  remove?(job: Job, remoteId: string): Promise<void>;
  /** Are the credentials good; throws one of the four errors when not. */
  check(job: Job): Promise<{ detail: string }>;
  /** Recognises the software at an address. */
  probe(site: SiteTarget, tools: Tools): Promise<Probe>;
}
