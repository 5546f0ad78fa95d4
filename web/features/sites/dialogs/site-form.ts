import { z } from 'zod';
import type { ConnectorInfo } from '#domain/contract/connectors.ts';
import {
  maxSiteSettings,
  problemOfSettings,
  type SiteSettings,
  siteSettingsKinds,
  siteSettingsTexts,
} from '#domain/contract/site-settings.ts';
import { type SiteInput, siteInput } from '#domain/contract/sites.ts';

/** Settings as they are edited: JSON on lines. */
export const settingsText = (settings: SiteSettings | null): string =>
  settings === null ? '' : JSON.stringify(settings, null, 2);

/** The form of a site, whose settings are typed as text and read as its connector asks for them. */
export function siteFormOf(platforms: readonly ConnectorInfo[]) {
  return siteInput.extend({ settings: z.string().max(4 * maxSiteSettings) }).transform((typed, context): SiteInput => {
    const kind = platforms.find(({ id }) => id === typed.connector)?.siteSettings;
    if (!kind) return { ...typed, settings: null };
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', path: ['settings'], message });
      return z.NEVER;
    };
    if (typed.settings.trim() === '') return refuse(siteSettingsTexts.missing(siteSettingsKinds[kind].label));
    const read = readObject(typed.settings);
    if (typeof read === 'string') return refuse(read);
    const problem = problemOfSettings(kind, read);
    return problem === undefined ? { ...typed, settings: read } : refuse(problem);
  });
}
export type SiteForm = ReturnType<typeof siteFormOf>;

/** The object, or why there is none: the browser says in which line. */
function readObject(text: string): SiteSettings | string {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as SiteSettings) : siteSettingsTexts.notJson;
  } catch (error) {
    return `${siteSettingsTexts.notJson}: ${error instanceof Error ? error.message : ''}`;
  }
}
