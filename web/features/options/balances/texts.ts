import type { ServiceBalance } from '#domain/contract/balances.ts';

const units = { usd: 'USD', credits: 'credits', requests: 'requests', words: 'words' } as const;

/** Texts of the page of balances. */
export const texts = {
  title: 'Balances',
  options: 'Options',
  ask: 'Ask all services',
  asking: 'Asking',
  askFailed: 'Failed to check the balances. Unknown error',
  loadFailed: 'Failed to load the balances. Unexpected error',
  none: 'No service is set up yet',
  noneHint:
    'Services whose login stands in the options show here what is left on it, and how it went over the last 30 days.',
  toOptions: 'Open the options',
  said: 'What the service said',
  notAsked: 'Not asked yet',
  refused: 'Login refused',
  unknown: 'Not known',
  valid: 'Valid',
  low: 'Low',
  amount: (amount: number, unit: ServiceBalance['unit']) =>
    `${amount.toLocaleString(undefined, { maximumFractionDigits: 2 })}${unit ? ` ${units[unit]}` : ''}`,
  one: (day: string) => `Known since ${day}`,
  trend: (from: string, first: string, to: string, last: string) => `From ${first} on ${from} to ${last} on ${to}`,
} as const;
