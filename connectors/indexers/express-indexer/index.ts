import { ownForm } from '#connectors/kit/indexing/own-form.ts';

/** A service without public documentation: its form is the operator's to describe. */
export const expressIndexer = ownForm('expressIndexer', 'Express Indexer');
