import { z } from 'zod';
import { defineCall } from './call.ts';
import { module } from './modules.ts';
import { siteSettingsKind } from './site-settings.ts';
import { siteKey } from './sites.ts';

/** The families of connectors: one contract, one suite and one list of the registry each. */
export const families = ['platforms', 'captcha', 'spinners', 'articles', 'indexers', 'clouds', 'media'] as const;
export type Family = (typeof families)[number];

/** A link of a help text: an https address, or `{site}` and a path below the operator's site. */
const helpLink = z.object({ text: z.string(), url: z.string() });

/** A field of an account, key or order, as the screens draw and check it. */
export const connectorField = z.object({
  /** Name of its value; a secret's name says so, since it is kept and masked by it. */
  name: z.string(),
  label: z.string(),
  /** One line below the field: where its value is found. */
  help: z.string(),
  kind: z.enum(['text', 'secret', 'number', 'select', 'switch']),
  required: z.boolean(),
  /** Bounds of a number. */
  range: z.object({ min: z.number(), max: z.number() }).optional(),
  /** What a select offers. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  /** Of a text or secret: the letters it has, as a pattern for the whole of it, and what is said where it does not fit. */
  shape: z.object({ pattern: z.string(), says: z.string() }).optional(),
  /** Of a text or secret that the operator thinks up: random hex digits can be made for it, so many. */
  makesDigits: z.number().int().min(16).max(128).optional(),
  /** Value of a new form. */
  initial: z.union([z.string(), z.number(), z.boolean()]).optional(),
});
export type ConnectorField = z.infer<typeof connectorField>;

/** Value of a field; a field that was left empty has none. */
export const fieldValue = z.union([z.string().max(10_000), z.number(), z.boolean()]);
export type FieldValue = z.infer<typeof fieldValue>;

/** When an operator is asked to do something elsewhere: before the first use, or when a key stops working for a reason. */
export const askMoments = ['setup', 'credentials', 'balance', 'confirmation', 'ban', 'captcha'] as const;

/** What the operator has to do elsewhere, in one sentence. */
export const connectorAsk = z.object({ when: z.enum(askMoments), text: z.string(), link: helpLink.optional() });
export type ConnectorAsk = z.infer<typeof connectorAsk>;

/** What a connector declares of itself, as the screens read it. */
export const connectorInfo = z.object({
  id: z.string(),
  family: z.enum(families),
  label: z.string(),
  /** Where its service answers unless the operator names another address; null for the software of sites. */
  address: z.string().nullable(),
  fields: z.array(connectorField),
  asks: z.array(connectorAsk),
  /** Functions it has, and what its family declares beside them: "recaptcha-v2", "spintax". */
  can: z.array(z.string()),
  /** Of platforms: the modules they serve. */
  modules: z.array(module),
  /** Of platforms: what they need to know of each site beyond its address; null for most. */
  siteSettings: siteSettingsKind.nullable(),
  /** Of platforms: posts that a site of theirs bears side by side, whatever its owner allows; null for no such bound. */
  maxAtOnce: z.number().int().nullable(),
});
export type ConnectorInfo = z.infer<typeof connectorInfo>;

/** Holds declarations only: never a value that anybody typed. */
export const listConnectors = defineCall({
  id: 'listConnectors',
  method: 'GET',
  path: '/rest/connectors',
  summary: 'The catalogue of connectors: what each declares of itself',
  reply: z.object({ connectors: z.array(connectorInfo) }),
});

/** Values of declared fields by name, as typed; the server checks them against the declaration. */
export const typedFields = z
  .record(z.string().max(60), fieldValue)
  .refine((values) => Object.keys(values).length <= 30, 'Too many fields');

/** Tests of one user and at one host that may fail within 15 minutes. */
export const maxTests = { ofUser: 30, atHost: 10 } as const;
export const testTexts = {
  tooMany: 'Too many tests failed within 15 minutes. Please wait a while',
  noAnswer: (seconds: number) => `The site did not answer within ${seconds} s`,
} as const;

/** What was typed is used for this one question, neither kept nor sent back. */
export const testAccount = defineCall({
  id: 'testAccount',
  method: 'POST',
  path: '/action/account/test',
  summary: 'Ask a site whether it takes the typed login; posts nothing',
  body: z.object({ site: siteKey, credentials: typedFields }),
  reply: z.object({
    works: z.boolean(),
    /** One sentence for the operator. */
    detail: z.string(),
    /** What to do elsewhere when it does not work; links are whole addresses. */
    ask: connectorAsk.nullable(),
  }),
});
