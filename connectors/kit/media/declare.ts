import type { ConnectorAsk, ConnectorField } from '#domain/contract/connectors.ts';

/** The field of a source that knows its users by a key. */
export const keyField = (help: string): ConnectorField => ({
  name: 'apiKey',
  label: 'API key',
  kind: 'secret',
  required: true,
  help,
});

/** What the operator does at a source with a key: asks for one, compares it, waits for its quota. */
export const asksOf = (label: string, url: string): ConnectorAsk[] => {
  const link = { text: label, url };
  return [
    { when: 'setup', text: `Ask ${label} for a key.`, link },
    { when: 'credentials', text: `Compare the key with the one that ${label} shows.`, link },
    { when: 'balance', text: `Wait until the quota of ${label} begins anew.`, link },
  ];
};
