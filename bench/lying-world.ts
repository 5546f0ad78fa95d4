import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Module } from '#domain/contract/modules.ts';
import { seededRandom } from '#domain/rules/random.ts';
import type { Lie } from '#rehearsal/lie.ts';
import { brotliBomb, gzipBomb } from '#rehearsal/lie-bodies.ts';
import { lies } from '#rehearsal/lies.ts';
import { type LyingAt, type LyingSite, startLyingSite, startTrap, type Trap } from '#rehearsal/lying-site.ts';
import type { RehearsalSite } from '#rehearsal/site-server.ts';
import type { App } from '#server/app.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { endWithUs } from '#test/support/end-with-us.ts';

const root = new URL('..', import.meta.url).pathname;
const modules = {
  wordpress: 'SocialNetwork',
  mediawiki: 'Wiki',
  shaarli: 'Bookmarking',
  dokuwiki: 'Wiki',
  'xmlrpc-blog': 'SocialNetwork',
} as const;
const platforms = Object.keys(modules) as (keyof typeof modules)[];
const places = ['act', 'interface', 'page'] as const;
/** Liars of one project. */
const perProject = 8;

/** All liars, and the trap that some lead to. */
export interface Liars {
  sites: LyingSite[];
  trap: Trap;
  told(): number;
  close(): Promise<void>;
}

/** Starts a liar for every lie, at every place or, in the short form, at one; the seed says which platform lies where. */
export async function startLiars({ seed, isShort }: { seed: string; isShort: boolean }): Promise<Liars> {
  const random = seededRandom(`liars ${seed}`);
  // They take seconds to make: not while it is measured.
  gzipBomb();
  brotliBomb();
  const trap = await startTrap();
  const sites: LyingSite[] = [];
  const shift = Math.floor(random() * platforms.length * places.length);
  for (const [number, lie] of lies.entries())
    for (const [place, at] of places.entries()) {
      if (isShort && (number + shift) % places.length !== place) continue;
      const platform = platformOf(lie, at, number + place + shift);
      sites.push(await startLyingSite({ platform, lie, at, trapUrl: trap.url }));
    }
  return {
    sites,
    trap,
    told: () => sites.reduce((sum, site) => sum + site.told(), 0),
    close: async () => {
      await Promise.all([...sites.map((site) => site.close()), trap.close()]);
    },
  };
}

/** An interface that is slow behind a lost act is asked thirty times, each to its time-out: Shaarli reads its act back. */
function platformOf(lie: Lie, at: LyingAt, turn: number): LyingSite['platform'] {
  const platform = platforms[turn % platforms.length] ?? 'wordpress';
  return lie.kind !== 'quick' && at === 'interface' && platform === 'shaarli' ? 'wordpress' : platform;
}

/** A project as the bench starts it again and again. */
export interface Round {
  projectId: number;
  sites: LyingSite[];
}

/** What stands behind a site id of the liars. */
export function liarOf(id: string, rounds: readonly Round[]): string {
  const [, round = '', site = ''] = id.split('-');
  const liar = rounds[Number(round)]?.sites[Number(site)];
  return `${id} (${liar?.platform}, ${liar?.lie.name}, at its ${liar?.at})`;
}

/** Projects over the liars: by platform and kind, so that the slow hold up the slow alone. */
export async function seedLiars(app: App, { sites }: Liars): Promise<Round[]> {
  const groups = Map.groupBy(sites, (site) => `${site.platform} ${site.lie.kind}`);
  const rounds: Round[] = [];
  for (const group of groups.values())
    for (let from = 0; from < group.length; from += perProject) {
      const part = group.slice(from, from + perProject);
      const module: Module = modules[part[0]?.platform ?? 'wordpress'];
      const siteName = `liar-${rounds.length}`;
      const { projectId } = await readyCampaign(app, part, { module, siteName, atOnce: 1, nArticles: 1 });
      rounds.push({ projectId, sites: part });
    }
  return rounds;
}

/** Honest blogs in a process of their own. */
export async function startHonest(
  count: number,
): Promise<{ sites: Pick<RehearsalSite, 'platform' | 'url' | 'username' | 'password'>[]; child: ChildProcess }> {
  const child = endWithUs(
    spawn(process.execPath, [`${root}rehearsal/cli.ts`, `--wordpress=${count}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { sites: JSON.parse(line).sites, child };
}

/** Small projects over the honest blogs; one of them is started at every beat. */
export async function seedHonest(
  app: App,
  sites: Pick<RehearsalSite, 'platform' | 'url' | 'username' | 'password'>[],
  count: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const options = { siteName: `honest-${number}`, rowsPerSite: 2, atOnce: 2, nArticles: 2 };
    ids.push((await readyCampaign(app, sites, options)).projectId);
  }
  return ids;
}
