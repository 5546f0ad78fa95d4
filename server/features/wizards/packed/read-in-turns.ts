import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { type SiteKey, siteKey } from '#domain/contract/sites.ts';
import { mostMarks, type Wizard } from '#domain/contract/wizards.ts';
import { readWizard } from '#domain/rules/wizards/fit.ts';

/** Marks that are read before others get their turn. */
const portion = 2_000;
const marks = z.array(siteKey);

/** As readWizard; the marks of sites, of which there may be a hundred thousand, are read in turns of the event loop. */
export async function readInTurns(value: unknown): Promise<Wizard | null> {
  const tiers = tiersOf(value);
  if (tiers === undefined) return readWizard(value);
  const [chosen, bare]: [unknown[], unknown[]] = [[], []];
  for (const { selectedSites = [], ...tier } of tiers) {
    chosen.push(selectedSites);
    bare.push(tier);
  }
  const wizard = readWizard({ ...(value as object), tierSiteSelection: bare });
  if (wizard === null) return null;
  const read: SiteKey[][] = [];
  for (const list of chosen) {
    const sites = await readMarks(list);
    if (sites === null) return null;
    read.push(sites);
  }
  const tierSiteSelection = wizard.tierSiteSelection.map((tier, at) => ({ ...tier, selectedSites: read[at] ?? [] }));
  return { ...wizard, tierSiteSelection };
}

/** The choices of sites by tier, where they are as they should be so far. */
function tiersOf(value: unknown): Record<string, unknown>[] | undefined {
  const { tierSiteSelection } = (value ?? {}) as { tierSiteSelection?: unknown };
  const isTier = (tier: unknown) => typeof tier === 'object' && tier !== null && !Array.isArray(tier);
  return Array.isArray(tierSiteSelection) && tierSiteSelection.every(isTier) ? tierSiteSelection : undefined;
}

async function readMarks(list: unknown): Promise<SiteKey[] | null> {
  if (!Array.isArray(list) || list.length > mostMarks) return null;
  const read: SiteKey[] = [];
  for (let at = 0; at < list.length; at += portion) {
    const { data } = marks.safeParse(list.slice(at, at + portion));
    if (!data) return null;
    for (const mark of data) read.push(mark);
    await nextTurn();
  }
  return read;
}
