import { type Wizard, wizard } from '../../contract/wizards.ts';

const [noSites, noLinks, noContent, noLinkSet] = [
  wizard.shape.tierSiteSelection.unwrap().element.parse({}),
  wizard.shape.linksAndKeywords.unwrap().element.parse({}),
  wizard.shape.content.unwrap().element.parse({}),
  wizard.shape.linksAndKeywords.unwrap().element.shape.linkSets.unwrap().element.parse({}),
];

/**
 * Brings the parts of a wizard in line with one another, whatever wrote it: as many tiers as its projects have, each list as
 * long as that, one link set at least in tier 1 and one in each other.
 */
export function fitToDepth(given: Wizard): Wizard {
  const projects = given.projects.toSorted((one, other) => one.tier - other.tier);
  const depth = projects.at(-1)?.tier ?? 0;
  const cut = <T>(list: readonly T[], filler: T) => Array.from({ length: depth }, (_, tier) => list[tier] ?? filler);
  return {
    ...given,
    projects,
    depth,
    tierSiteSelection: cut(given.tierSiteSelection, noSites),
    linksAndKeywords: cut(given.linksAndKeywords, noLinks).map((links, tier) => {
      const sets = links.linkSets.length > 0 ? links.linkSets : [noLinkSet];
      return { ...links, linkSets: tier === 0 ? sets : sets.slice(0, 1).map((set) => ({ ...set, urls: '' })) };
    }),
    content: cut(given.content, noContent),
    useIndexers: cut(given.useIndexers, false),
    indexers: cut(given.indexers, []),
    useSameAccounts: cut(given.useSameAccounts, false),
  };
}

/**
 * Reads what was stored or sent; what is not known is left out, what is missing gets its default. Null: it is no wizard, or
 * two of its projects are one and the same.
 */
export function readWizard(value: unknown): Wizard | null {
  const { data } = wizard.safeParse(value);
  if (!data || new Set(data.projects.map(({ id }) => id)).size < data.projects.length) return null;
  return fitToDepth(data);
}

/** The projects of the box that a project hangs on: it links to the pages of all of them. None for tier 1. */
export function parentsOf<N extends Pick<Wizard['projects'][number], 'id' | 'module'>>(
  projects: readonly N[],
  { parentId }: { parentId: string | null },
): N[] {
  if (parentId === null) return [];
  return projects.filter(({ id, module }) => id === parentId || id === `${parentId}:${module}`);
}
