import { pickOne, type Random, seededRandom } from '#domain/rules/random.ts';

export const kinds = ['campaign', 'project', 'profile', 'linkSet', 'link', 'group', 'article', 'network'] as const;
export type Kind = (typeof kinds)[number];

/** So many ids of a kind are kept alive, and so many that were deleted. */
const kept = 40;
/** Names under which answers carry objects. */
const namedIn: Record<string, Kind> = {
  campaign: 'campaign',
  project: 'project',
  profile: 'profile',
  urlList: 'linkSet',
  urlItem: 'link',
  urlItems: 'link',
  contentGroup: 'group',
  article: 'article',
  articles: 'article',
  privateNetwork: 'network',
};

/** What calls are about, by their paths; the first that fits counts. */
const kindsOfPaths: [RegExp, path: Kind, ids: Kind][] = [
  [/delete\/campaigns|backlinks_from_campaigns/, 'campaign', 'campaign'],
  [/backlinks_from_projects|rest\/projects\//, 'campaign', 'project'],
  [/export\/profiles\/|rest\/profiles\//, 'campaign', 'profile'],
  [/profile|accounts/, 'profile', 'profile'],
  [/export\/url_lists\/|url_list_mix/, 'campaign', 'linkSet'],
  [/url_item\//, 'link', 'link'],
  [/url_items|check\/url_list/, 'linkSet', 'link'],
  [/url_list/, 'linkSet', 'linkSet'],
  [/private_(network|group)/, 'network', 'network'],
  [/rest\/articles?(\/|$)/, 'article', 'article'],
  [/content|article/, 'group', 'group'],
  [/project|schedule|resolve|verifying|privatesite/, 'project', 'project'],
];

/** Which kind of id stands in a path, and which in its list of ids. */
export function kindsOfPath(path: string): { path: Kind; ids: Kind } {
  // Articles of a group are deleted by their own ids.
  if (path === '/rest/articles/{id}') return { path: 'group', ids: 'article' };
  const found = kindsOfPaths.find(([pattern]) => pattern.test(path));
  return found ? { path: found[1], ids: found[2] } : { path: 'campaign', ids: 'campaign' };
}

/** Which kind of id a property of a body holds, by its name; undefined when it holds none. */
export function kindOfProperty(name: string, path: string): Kind | undefined {
  if (name === 'ids' || name === 'id') return kindsOfPath(path).ids;
  if (/campaignid/i.test(name)) return 'campaign';
  if (/profileid|accountlistid/i.test(name)) return 'profile';
  if (/linksetid|urllistid/i.test(name)) return 'linkSet';
  if (/contentgroupid/i.test(name)) return 'group';
  if (/projectid|sourceproject/i.test(name)) return 'project';
  return /networkid/i.test(name) ? 'network' : undefined;
}

/** Ids to ask for: of objects that are alive, and of such as were deleted a moment ago. */
export class KnownIds {
  readonly #alive = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  readonly #gone = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  /** Custom sites and the addresses behind them. */
  readonly siteIds: string[] = ['sample'];
  readonly addresses: string[] = ['http://a.test/', 'http://b.test/page?x=1&y=%20#z'];

  /** Bodies that were carried out, by the call: what is near to them gets deeper than what is made of the schema alone. */
  readonly #samples = new Map<string, unknown[]>();

  addSample(call: string, body: unknown): void {
    const samples = this.#samples.get(call) ?? [];
    this.#samples.set(call, samples);
    put(samples, body);
  }

  sample(random: Random, call: string): unknown {
    const samples = this.#samples.get(call) ?? [];
    return samples.length > 0 ? pickOne(random, samples) : undefined;
  }

  add(kind: Kind, id: number): void {
    put(this.#alive.get(kind) ?? [], id);
  }

  addSite(siteId: string, url: string): void {
    put(this.siteIds, siteId);
    put(this.addresses, url);
  }

  drop(kind: Kind, ids: readonly unknown[]): void {
    const alive = this.#alive.get(kind) ?? [];
    for (const id of ids) {
      if (typeof id !== 'number') continue;
      const at = alive.indexOf(id);
      if (at >= 0) alive.splice(at, 1);
      put(this.#gone.get(kind) ?? [], id);
    }
  }

  /** Notes what an answer tells of: objects that were made, and with `deletes` those that are gone. */
  learn(answer: unknown, deletes: Kind | undefined): void {
    if (typeof answer !== 'object' || answer === null) return;
    for (const [name, value] of Object.entries(answer)) {
      if (name === 'ids' && deletes && Array.isArray(value)) this.drop(deletes, value);
      const kind = namedIn[name];
      if (kind === undefined) continue;
      for (const one of Array.isArray(value) ? value.slice(0, kept) : [value]) {
        const id = (one as { id?: unknown } | null)?.id;
        if (typeof id === 'number') this.add(kind, id);
      }
    }
  }

  /**
   * An id of the kind, alive or just deleted; now and then of another kind, or of nothing. It takes one number of the seed
   * whatever is known, so that the rest of a request comes of its seed alone.
   */
  pick(random: Random, kind: Kind): number {
    const own = seededRandom(String(random()));
    const dice = own();
    const from = dice < 0.1 ? pickOne(own, kinds) : kind;
    const list = this.#listOf(from, own() < 0.7);
    return dice > 0.95 || list.length === 0 ? 1 + Math.floor(own() * 3_000) : pickOne(own, list);
  }

  #listOf(kind: Kind, isAlive: boolean): number[] {
    const [one = [], other = []] = isAlive
      ? [this.#alive.get(kind), this.#gone.get(kind)]
      : [this.#gone.get(kind), this.#alive.get(kind)];
    return one.length > 0 ? one : other;
  }
}

function put<T>(list: T[], item: T): void {
  list.push(item);
  if (list.length > kept) list.shift();
}
