import { z } from 'zod';
import { defineCall, edition, idParams, readEdition, success } from './call.ts';
import { connectorAsk, connectorField, typedFields } from './connectors.ts';

/** How far the links of a submission are: waiting for its task, in work, or at its end. */
export const submissionState = z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED', 'STOPPED']);
export type SubmissionState = z.infer<typeof submissionState>;

/** Links of one batch, at most; a service may take fewer (D-ENG-15). */
export const linksPerBatch = 100;

export const indexingTexts = {
  notSetUp: (label: string) => `${label} is not set up yet: see the tab Indexer in Options`,
  unknown: (id: string) => `There is no indexing service "${id}" in this version`,
  noLinks: 'The link set holds no links',
  noLogin: 'An address with a login in it is not kept: it would stand in the log',
  noAnswer: (seconds: number) => `The service did not answer within ${seconds} s`,
  notGoing: 'Nothing of this is being told just now',
  notStopped: 'This was not stopped, or its pages are gone',
  noAddress: 'Please enter the address: it begins with http:// or https://',
} as const;

/** An indexing service as the tab Indexer of the options shows it. */
export const indexer = z.object({
  id: z.string(),
  label: z.string(),
  fields: z.array(connectorField),
  asks: z.array(connectorAsk),
  /** True when it was saved: links are told to no other. */
  isSetUp: z.boolean(),
  /** Where it answers: the operator's word, or its own. */
  address: z.string(),
  values: typedFields,
  /** Null before the first save. */
  edition: edition.nullable(),
});
export type Indexer = z.infer<typeof indexer>;

/** The services that this version can tell of links, each with its settings. */
export const listIndexers = defineCall({
  id: 'listIndexers',
  method: 'GET',
  path: '/rest/indexers',
  summary: 'Indexing services with their settings',
  reply: z.object({ indexers: z.array(indexer) }),
});

const address = z.string().trim().max(2_000);

export const saveIndexer = defineCall({
  id: 'saveIndexer',
  method: 'POST',
  path: '/rest/indexers',
  summary: 'Set an indexing service up',
  body: z.object({ id: z.string().max(60), address, values: typedFields, edition: readEdition }),
  reply: z.object({ indexer }),
});

/** Forgets all that was typed for a service: links are told to it no more. */
export const removeIndexer = defineCall({
  id: 'removeIndexer',
  method: 'POST',
  path: '/rest/indexers/remove',
  summary: 'Remove the settings of an indexing service',
  body: z.object({ id: z.string().max(60), edition: readEdition }),
  reply: z.object({ indexer }),
});

/**
 * Validate: asks the service whether what is typed would do, keeps nothing. `apiKey` stands for the one key of a
 * service, `values` for all its fields; what is not told is as it was saved.
 */
export const checkIndexer = defineCall({
  id: 'checkIndexer',
  method: 'POST',
  path: '/action/check_balance/indexer',
  summary: 'Ask an indexing service whether its key or address works; tells it of no link',
  body: z.object({
    indexerSource: z.string().max(60),
    apiKey: z.string().max(10_000).optional(),
    address: address.optional(),
    values: typedFields.optional(),
  }),
  reply: z.object({
    /** What is left on its key; null where it does not count. */
    balance: z.number().nullable(),
    /** One sentence for the operator. */
    detail: z.string(),
    /** True where the service knows no question for its key: it is neither good nor bad. */
    cannotTell: z.boolean(),
  }),
});

/** How far one service is with the links of a project. */
export const submission = z.object({
  indexer: z.string(),
  label: z.string(),
  state: submissionState,
  total: z.number(),
  taken: z.number(),
  refused: z.number(),
  /** What was said, the most often said first. */
  said: z.array(z.object({ text: z.string(), links: z.number() })),
  /** Why it stands still; null while it does not. */
  waits: z.string().nullable(),
  /** When it goes on; null where that is not known. */
  dueAt: z.iso.datetime().nullable(),
  addedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type Submission = z.infer<typeof submission>;

/** The last submission of each service for a project. */
export const listSubmissions = defineCall({
  id: 'listSubmissions',
  method: 'GET',
  path: '/rest/project/:id/submissions',
  summary: 'How far indexing services are with the links of a project',
  params: idParams,
  reply: z.object({ submissions: z.array(submission) }),
});

/** The two words of an operator on the pages of a posting project that are being told. */
const submissionCall = (id: string, word: string, summary: string) =>
  defineCall({
    id,
    method: 'POST',
    path: `/rest/project/:id/submissions/${word}`,
    summary,
    params: idParams,
    body: z.object({ indexer: z.string().max(60) }),
    reply: success,
  });

/** What is on its way comes back first; what was not told yet stays, and may go on later. */
export const stopSubmission = submissionCall(
  'stopSubmission',
  'stop',
  'Stop telling an indexing service of the pages that a posting project made',
);
export const continueSubmission = submissionCall(
  'continueSubmission',
  'continue',
  'Go on telling an indexing service of the pages that a posting project made, where it was stopped',
);
