import type { ConnectorAsk, ConnectorField } from '#domain/contract/connectors.ts';

const help = 'Of your account at the service';

/** Fields of a login, by the names that the options have for them. */
export const spinnerFields = {
  username: { name: 'username', label: 'User name', kind: 'text', required: true, help },
  email: { name: 'email', label: 'E-mail address', kind: 'text', required: true, help },
  password: { name: 'password', label: 'Account password', kind: 'secret', required: true, help },
  apiKey: { name: 'apiKey', label: 'API key', kind: 'secret', required: true, help: 'Shown in your account there' },
} as const satisfies Record<string, ConnectorField>;

/** What the operator does at a service with a page of its own. */
export const asksOfSpinner = (label: string, url: string): ConnectorAsk[] => {
  const link = { text: label, url };
  return [
    { when: 'setup', text: `Make an account at ${label}.`, link },
    { when: 'credentials', text: `Compare the login with the one of your account at ${label}.`, link },
    { when: 'balance', text: `Wait until the limit of ${label} is over, or buy more there.`, link },
  ];
};

/** A choice by numbers from 1, as the options store it. */
export const choiceOf = (
  field: Pick<ConnectorField, 'name' | 'label' | 'help'>,
  labels: readonly string[],
  initial: number,
): ConnectorField => ({
  ...field,
  kind: 'select',
  required: true,
  choices: labels.map((label, at) => ({ value: String(at + 1), label })),
  initial: String(initial),
});

/** A switch. */
export const switchOf = (name: string, label: string, help: string, initial = false): ConnectorField => ({
  ...{ name, label, help, kind: 'switch', required: false },
  initial,
});
