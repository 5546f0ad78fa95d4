import { z } from 'zod';
import { defineCall } from './call.ts';
import { formDefinition } from './form-definitions.ts';

/** What connectors may need to know of a site beyond its address: kept with the site, drawn by its dialog. */
export const siteSettingsKinds = {
  formDefinition: {
    label: 'Form definition',
    help: 'JSON that says which pages, fields and marks the forms of this site have',
    schema: formDefinition,
  },
} as const;
export const siteSettingsKind = z.enum(Object.keys(siteSettingsKinds) as [SiteSettingsKind]);
export type SiteSettingsKind = keyof typeof siteSettingsKinds;

/** Longest settings of a site, as JSON. */
export const maxSiteSettings = 20_000;

/** Settings of a site as they travel: an object whose shape its connector knows. */
export const siteSettings = z
  .record(z.string().max(100), z.json())
  .refine(
    (value) => JSON.stringify(value).length <= maxSiteSettings,
    `Must have at most ${maxSiteSettings} characters`,
  );
export type SiteSettings = z.infer<typeof siteSettings>;

/** What a save answers where it cannot. */
export const siteSettingsTexts = {
  missing: (label: string) => `Please enter the ${label.toLowerCase()}`,
  none: (label: string) => `${label} needs to know nothing more of a site`,
  notJson: 'This is no JSON object',
} as const;

/** Problems that are told at once. */
const maxTold = 3;

/** What is wrong with settings, in one line: "steps.0.fields: Takes at most 60 of them"; undefined when nothing is. */
export function problemOfSettings(kind: SiteSettingsKind, value: unknown): string | undefined {
  const issues = siteSettingsKinds[kind].schema.safeParse(value).error?.issues ?? [];
  const told = issues
    .slice(0, maxTold)
    .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  const more = issues.length - told.length;
  return issues.length === 0 ? undefined : `${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/** For editors that check JSON while it is written. */
export const readSettingsSchema = defineCall({
  id: 'readSettingsSchema',
  method: 'GET',
  path: '/rest/site_settings/:kind',
  summary: 'JSON Schema of what a connector needs to know of a site',
  params: z.object({ kind: siteSettingsKind }),
  reply: z.record(z.string(), z.json()),
});
