import type { Platform } from '#connectors/kit/contract/platforms.ts';
import { findPlatform } from '#connectors/registry.ts';
import { problemOfSettings, siteSettingsKinds, siteSettingsTexts } from '#domain/contract/site-settings.ts';
import type { SiteInput } from '#domain/contract/sites.ts';
import { Refusal } from '../../errors/refusal.ts';

/** A site as it is put into the catalogue; without settings where its connector needs none. */
export type SiteToPut = Omit<SiteInput, 'settings'> & Partial<Pick<SiteInput, 'settings'>>;

/** Refuses a site that no connector serves, or that its connector knows too little of; the field is named. */
export function requireConnector(input: SiteToPut): Platform {
  const platform = findPlatform(input.connector);
  if (!platform) throw new Refusal('INVALID', 'Please select a connector', { field: 'connector' });
  if (!platform.modules.includes(input.module))
    throw new Refusal('WRONG_KIND', `${platform.label} cannot serve this type of site`, { field: 'module' });
  const problem = problemWithSettings(platform, input);
  if (problem !== undefined) throw new Refusal('INVALID', problem, { field: 'settings' });
  return platform;
}

function problemWithSettings({ siteSettings, label }: Platform, { settings, module }: SiteToPut): string | undefined {
  if (!siteSettings) return settings ? siteSettingsTexts.none(label) : undefined;
  if (!settings) return siteSettingsTexts.missing(siteSettingsKinds[siteSettings.kind].label);
  return problemOfSettings(siteSettings.kind, settings) ?? siteSettings.problemFor(settings, module);
}
