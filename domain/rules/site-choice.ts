/** A site as far as a choice looks at it. */
export interface ChoosableSite {
  id: { module: string; siteId: string };
  platform: string;
  pr: number;
  dofollow: boolean;
  img: boolean;
  video: boolean;
}

/** How sites are chosen: the fields of a site selection. */
export interface ChoiceRule {
  siteSelectionType: 'Condition' | 'Manually';
  img: boolean;
  video: boolean;
  dofollow: boolean;
  minPR: number;
}

/** What was marked, by {@link markOf}. */
export interface Marked {
  platforms: ReadonlySet<string>;
  sites: ReadonlySet<string>;
}

/** Identity of a platform or a site within its module; module names hold no bar. */
export const markOf = (module: string, name: string): string => `${module}|${name}`;

/** What a mark names. */
export function partsOfMark(mark: string): { module: string; name: string } {
  const at = mark.indexOf('|');
  return { module: mark.slice(0, at), name: mark.slice(at + 1) };
}

/**
 * Says of each site whether a selection means it (D-SITE-02). Asked of the sites there are, so that marks of others count for
 * nothing; whoever asks leaves blocked ones out.
 */
export function siteChoice(rule: ChoiceRule, marked: Marked): (site: ChoosableSite) => boolean {
  if (rule.siteSelectionType === 'Manually') return ({ id }) => marked.sites.has(markOf(id.module, id.siteId));
  return (site) =>
    site.pr >= rule.minPR &&
    (!rule.dofollow || site.dofollow) &&
    (!rule.img || site.img) &&
    (!rule.video || site.video) &&
    marked.platforms.has(markOf(site.id.module, site.platform));
}
