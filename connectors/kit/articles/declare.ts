import type { ConnectorAsk, ConnectorField } from '#domain/contract/connectors.ts';

/** The field of a source that knows its users by a key. */
export const keyField = (help: string): ConnectorField => ({
  name: 'apiKey',
  label: 'API key',
  kind: 'secret',
  required: true,
  help,
});

/** The fields of a source with user names. */
export const loginFields: ConnectorField[] = [
  { name: 'username', label: 'User name', kind: 'text', required: true, help: 'Of the account at the service' },
  {
    name: 'password',
    label: 'Account password',
    kind: 'secret',
    required: true,
    help: 'Of the account at the service',
  },
];

/** What the operator does at a source: makes an account, looks at its login, pays. */
export const asksOf = (label: string, url: string): ConnectorAsk[] => {
  const link = { text: label, url };
  return [
    { when: 'setup', text: `Make an account at ${label}.`, link },
    { when: 'credentials', text: `Compare the key or login with the one that ${label} shows.`, link },
    { when: 'balance', text: `Pay in at ${label}, or wait until its limit is over.`, link },
  ];
};
