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
    .map((issue) => [issue.path.join('.'), plainWords(issue, value)].filter(Boolean).join(': '));
  const more = issues.length - told.length;
  return issues.length === 0 ? undefined : `${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

const names: Record<string, string> = {
  string: 'a text',
  object: 'an object',
  array: 'a list',
  boolean: 'true or false',
};

/** Problems of shape as an operator would say them; the others have words of their own. */
function plainWords(issue: z.core.$ZodIssue, whole: unknown): string {
  if (issue.code === 'unrecognized_keys') return `Not known here: ${issue.keys.join(', ')}`;
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return issue.message;
  const found = issue.path.reduce<unknown>(
    (part, name) => (part as Record<PropertyKey, unknown> | undefined)?.[name],
    whole,
  );
  if (found === undefined) return 'Is missing';
  if (issue.code === 'invalid_value') return `Must be ${issue.values.map((one) => JSON.stringify(one)).join(' or ')}`;
  return issue.message.startsWith('Invalid input')
    ? `Must be ${names[issue.expected] ?? issue.expected}`
    : issue.message;
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
