import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashText } from '#domain/rules/random.ts';
import { dokuwikiSoftware } from './dokuwiki.ts';
import { formSiteSoftware } from './form-site.ts';
import { ghostKey, ghostSoftware } from './ghost.ts';
import type { SeenRequest } from './ledger.ts';
import { mediawikiSoftware } from './mediawiki.ts';
import { redmineSoftware } from './redmine.ts';
import { shaarliSoftware } from './shaarli.ts';
import { type RehearsalSite, type SiteOptions, startSite } from './site-server.ts';
import { wordpressSoftware } from './wordpress.ts';
import { xmlrpcBlogSoftware } from './xmlrpc-blog.ts';

/** How many sites of which software. */
export interface WorldOptions {
  wordpress?: number;
  mediawiki?: number;
  shaarli?: number;
  'xmlrpc-blog'?: number;
  dokuwiki?: number;
  redmine?: number;
  ghost?: number;
  /** Sites with nothing but a web form. */
  form?: number;
  /** Same seed, same credentials and faults. Default "rehearsal". */
  seed?: string;
  /** Posts outlive a restart when a folder is named. */
  dataFolder?: string;
  /** First port, the sites take it and the next ones; missing: any free ports. */
  firstPort?: number;
  /** Takes what the sites send by mail. */
  mail?: SiteOptions['mail'];
  /** Gets an entry for every request to any of the sites. */
  ledger?: SeenRequest[];
}

/** A running small internet. */
export interface World {
  sites: RehearsalSite[];
  wordpress: RehearsalSite[];
  mediawiki: RehearsalSite[];
  shaarli: RehearsalSite[];
  close(): Promise<void>;
}

/** The rehearsed software, by stored connector id; titles are for people. */
const software = {
  wordpress: { create: wordpressSoftware, title: 'Garden Notes', username: 'writer' },
  mediawiki: { create: mediawikiSoftware, title: 'Open Handbook', username: 'Writer' },
  shaarli: { create: shaarliSoftware, title: 'Shared Links', username: 'admin' },
  'xmlrpc-blog': { create: xmlrpcBlogSoftware, title: 'Old Diary', username: 'author' },
  dokuwiki: { create: dokuwikiSoftware, title: 'Field Notes', username: 'keeper' },
  redmine: { create: redmineSoftware, title: 'Project Notes', username: 'planner' },
  ghost: { create: ghostSoftware, title: 'Slow Letters', username: 'letters', passwordOf: ghostKey },
  form: { create: formSiteSoftware, title: 'Town Directory', username: 'member' },
} satisfies Record<string, Rehearsed>;

interface Rehearsed {
  create: SiteOptions['software'];
  title: string;
  username: string;
  /** Where a secret has a form of its own. */
  passwordOf?: (seed: string) => string;
}

type Kind = keyof typeof software;

/** What a world has one each of when nothing is asked for. */
const usual: Kind[] = ['wordpress', 'mediawiki', 'shaarli'];

/** Starts the sites on 127.0.0.1, each with its own credentials; the usual ones when nothing is asked for. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const kinds = Object.keys(software) as Kind[];
  const asksNothing = kinds.every((kind) => options[kind] === undefined);
  const wanted = kinds.flatMap((kind) =>
    Array.from({ length: options[kind] ?? (asksNothing && usual.includes(kind) ? 1 : 0) }, () => kind),
  );
  if (options.dataFolder !== undefined) mkdirSync(options.dataFolder, { recursive: true });
  const counts = new Map<Kind, number>();
  const sites: RehearsalSite[] = [];
  for (const [at, kind] of wanted.entries()) {
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    sites.push(await startSite(siteOptions(options, { kind, number, at })));
  }
  return {
    sites,
    wordpress: sites.filter((site) => site.platform === 'wordpress'),
    mediawiki: sites.filter((site) => site.platform === 'mediawiki'),
    shaarli: sites.filter((site) => site.platform === 'shaarli'),
    close: async () => {
      await Promise.all(sites.map((site) => site.close()));
    },
  };
}

function siteOptions(options: WorldOptions, site: { kind: Kind; number: number; at: number }): SiteOptions {
  const { create, title, username, passwordOf = usualPassword }: Rehearsed = software[site.kind];
  const seed = `${options.seed ?? 'rehearsal'} ${site.kind} ${site.number}`;
  const folder = options.dataFolder;
  return {
    platform: site.kind,
    title: `${title} ${site.number}`,
    username: `${username}${site.number}`,
    password: passwordOf(seed),
    seed,
    port: options.firstPort === undefined ? 0 : options.firstPort + site.at,
    file: folder === undefined ? undefined : join(folder, `${site.kind}-${site.number}.jsonl`),
    ledger: options.ledger,
    mail: options.mail,
    software: create,
  };
}

const usualPassword = (seed: string) => `pw-${hashText(seed).toString(36)}-${hashText(`${seed} more`).toString(36)}`;
