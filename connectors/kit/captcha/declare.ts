import type { ConnectorAsk, ConnectorField } from '#domain/contract/connectors.ts';

/** The field of a service that knows its users by a key. */
export const keyFields = (help = 'Shown on the dashboard of the service'): ConnectorField[] => [
  { name: 'captchaKey', label: 'Captcha key', kind: 'secret', required: true, help },
];

/** The fields of a service with user names. */
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

/** What the operator does at a service: makes an account, looks at its key, pays. */
export const asksOf = (label: string, url: string): ConnectorAsk[] => {
  const link = { text: label, url };
  return [
    { when: 'setup', text: `Make an account at ${label}, and pay in.`, link },
    { when: 'credentials', text: `Compare the key or login with the one that ${label} shows.`, link },
    { when: 'balance', text: `Pay in at ${label}.`, link },
  ];
};

/** Letters of an answer in plain text that are looked at; tokens of widgets have some thousand. */
export const longestAnswer = 20_000;

/** Services where people solve: asked every 5 s, given up after so long, in ms. */
export const paceOfPeople = (giveUpMs: number) => ({ firstPollMs: 5_000, pollMs: 5_000, giveUpMs });
