import type { ShownRequest } from '#domain/contract/dry-runs.ts';
import type { Module } from '#domain/contract/modules.ts';
import type { SiteSettingsKind } from '#domain/contract/site-settings.ts';
import type { Checked, Connector, Credentials } from './connector.ts';
import type { SiteFiles, Tools } from './tools.ts';

/** A site as the connector sees it. */
export interface SiteTarget {
  siteId: string;
  /** Address as the operator typed it. */
  url: string;
  platform: string;
  /** What the platform declares that it needs to know of each site; missing: nothing is known. */
  settings?: Readonly<Record<string, unknown>> | undefined;
}

/** Login of one account: the three that every account has, and what else the connector declares. */
export interface SiteAccount extends Credentials {
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

/** A file that is the content, a PDF say: facts alone, so that it can be stored; its bytes are the job's. */
export interface ContentFile {
  name: string;
  /** Media type. */
  type: string;
  /** In bytes, as it was first made. */
  length: number;
  /** When it was first made, ISO 8601 UTC: it says so itself, on each try the same. */
  madeAt: string;
}

/** A finished text, spin syntax resolved, links and media in place. */
export interface PostContent {
  /** Unique per post and stable over tries: what a look-up searches for. Letters and digits; '' leaves none. */
  marker: string;
  title: string;
  /** Clean HTML: p, h2-h4, ul, ol, li, a, img, strong, em, blockquote, br. Beside a file: what the file holds. */
  html: string;
  /** The same in the platform's own markup, where it takes one: made where the text is, off the event loop when it is long. */
  markup?: string;
  tags: string[];
  links: PlacedLink[];
  author: { name: string; bio: string };
  /** Only for platforms that declare `accepts.file`. */
  file?: ContentFile;
  /** From here on only for platforms that declare `accepts.editorial`, category and excerpt also `accepts.filing`. Last part of the address; a taken one gets a suffix. */
  slug?: string;
  /** Made where it is missing, if the account may. */
  category?: string;
  excerpt?: string;
  /** Missing: published. */
  status?: 'draft';
  /** When the site is to show it, ISO 8601 UTC; missing: at once. */
  publishAt?: string;
  /** Image above the post. */
  featured?: { url: string; alt: string };
  /** True: images stay where they are; else they are uploaded to the site. */
  hotlink?: true;
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

/** What is known of the sending of a post that is looked up. */
export interface Sending {
  /** From Pending; null when the answer was lost. */
  token: string | null;
  /** When it left, in ms since 1970 by our clock; null when nobody knows. Lists by date need not go further back. */
  sentAt: number | null;
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
  account: SiteAccount;
  tools: Tools;
  /** Bytes of the content's file, from its beginning at each call; missing where the content is a text. */
  openFile?: () => AsyncIterable<Uint8Array>;
  /** Only for platforms that declare `ownLogin`, at sites whose store the product knows. */
  files?: SiteFiles;
}

/** Somebody who gets an account: finished values, spin syntax resolved. */
export interface NewPerson {
  username: string;
  password: string;
  email: string;
  firstName: string;
  lastName: string;
  blogTitle: string;
  /** The blog's part of an address, where a site gives one. */
  blogName: string;
  /** Web address of the profile; '' where none was drawn. */
  webAddress: string;
}

/** An account that was made. */
export interface Registered {
  state: 'registered';
  /** As the site writes it: some change its letters. */
  username: string;
  /** Page on which a stranger sees it; '' where there is none. */
  url: string;
  /**
   * 'mail': of no use before the mail of the site was answered; 'no': of use at once, though a mail may ask to confirm the
   * address.
   */
  waitsFor: 'mail' | 'no';
}

/** The name, or the address, belongs to somebody at the site: another name may be tried. */
export interface NameTaken {
  state: 'taken';
  reason: string;
}

/** What a look for an account found. */
export type FoundAccount = Registered | NameTaken | { state: 'absent' } | { state: 'unknown'; reason: string };

/** A mail that a site sent, as text. */
export interface SiteMail {
  subject: string;
  text: string;
  /** Addresses in it that lead to the site, in their order, each once. */
  links: string[];
}

/** An account that is of use now. */
export interface ConfirmedAccount {
  /** Takes the place of the one that was asked for. */
  password?: string;
  /** One sentence for the operator. */
  detail: string;
}

/** How a platform makes accounts, where its owner lets people make them. */
export interface SignUp {
  /** Longest and least allowed name, as the platform's own rules say it. */
  username: { minLength: number; maxLength: number; pattern: RegExp };
  /** Asks for an account: its one request that makes it is an act. */
  register(job: Job, person: NewPerson): Promise<Registered | NameTaken>;
  /** Changes nothing, though it may sign in: is the account of this person there? */
  find(job: Job, person: NewPerson, sending: Sending): Promise<FoundAccount>;
  /** Does what a mail of the site asks for, once or again; undefined when the mail asks for nothing. */
  confirm(job: Job, mail: SiteMail): Promise<ConfirmedAccount | undefined>;
}

/** What becomes of a post at a platform, and how. */
export interface Publishing {
  accepts: {
    /** All but the first two are markups of their own (kit/markup). */
    markup: 'html' | 'bookmark' | 'wikitext' | 'dokuwiki' | 'bbcode' | 'textile' | 'markdown' | 'text';
    titleMaxLength: number;
    images: boolean;
    tags: boolean;
    /** Links per page that the platform keeps; undefined means no limit. */
    maxLinks?: number;
    /** True when rel of a link is kept. */
    rel: boolean;
    /** True when address, category, excerpt, status and featured image can be set, and images be uploaded. */
    editorial?: boolean;
    /** True when category and excerpt can be set, without the rest of what editors do. */
    filing?: boolean;
    /** True when the author goes into fields of their own: the text names nobody. */
    author?: boolean;
    /** Files that may be the content; missing: texts only. */
    file?: { types: string[]; maxBytes: number };
  };
  publish(job: Job, content: PostContent): Promise<Published | Pending>;
  /** Reads only. */
  lookUp(job: Job, content: PostContent, sending: Sending): Promise<Found>;
  update?(job: Job, remoteId: string, content: PostContent): Promise<Published>;
  /**
   * Takes the marker out of what stands there now, and leaves all else as whoever wrote it: content that others changed
   * meanwhile is theirs. Nothing to do where it stands no more. Missing where no marker stands in the post itself.
   */
  unmark?(job: Job, remoteId: string, marker: string): Promise<void>;
  remove?(job: Job, remoteId: string): Promise<void>;
}

/** What a platform needs to know of each site beyond its address: typed by the operator, kept with the site. */
export interface SettingsOfSites {
  /** Its label, help and shape stand in the contract, for both sides. */
  kind: SiteSettingsKind;
  /** What is wrong with good settings for a module, named as the shape names it; undefined when nothing is. */
  problemFor(settings: Readonly<Record<string, unknown>>, module: Module): string | undefined;
  /** What the site takes, by its settings; undefined when they cannot be read. */
  acceptsAt(settings: Readonly<Record<string, unknown>>): Publishing['accepts'] | undefined;
}

/** A posting platform: plain data, and a handful of functions. */
export interface Platform extends Connector, Publishing {
  modules: Module[];
  /** Modules whose posts are no pages of the platform but its accounts' profiles, or files: each made in its own way. */
  ownWays?: Partial<Record<Module, Publishing>>;
  /** Hard limit of posts at once to one site, whatever the operator allows (Shaarli loses parallel writes). */
  maxAtOnce?: number;
  /** Time after which a lost act has surely been carried out or dropped over there, in ms. */
  settleMs: number;
  siteSettings?: SettingsOfSites;
  /** True where the product itself made the site and has its key: no account of a profile is asked for. */
  ownLogin?: true;
  /** What `publish` would send, request by request. Reads pages as a stranger at most: signs in nowhere, sends nothing. */
  show?(job: Job, content: PostContent): Promise<ShownRequest[]>;
  /** Missing: accounts are made by people only. */
  signUp?: SignUp;
  /** Are the credentials good, said in one sentence; throws one of the four errors when not. Posts nothing. */
  check(job: Job): Promise<Checked>;
  /** Recognises the software at an address. */
  probe(site: SiteTarget, tools: Tools): Promise<Probe>;
}
