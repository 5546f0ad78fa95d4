import { z } from 'zod';
import { defineCall, success } from './call.ts';
import { topic } from './topic.ts';

/** Kinds of services that work on a login of the operator's. */
export const balanceFamily = z.enum(['captcha', 'articles', 'spinners', 'indexers']);
export type BalanceFamily = z.infer<typeof balanceFamily>;

/** VALID: the login works; REFUSED: it does not; FAILED: nothing was found out, for the reason told. */
const balanceState = z.enum(['VALID', 'REFUSED', 'FAILED']);
export type BalanceState = z.infer<typeof balanceState>;

/** What was left at the end of a day (UTC), in the unit of the service. */
const balanceDay = z.object({ day: z.iso.date(), amount: z.number() });
export type BalanceDay = z.infer<typeof balanceDay>;

/** A service that is set up, and what is known of its login. */
export const serviceBalance = z.object({
  /** Unlike those of all others, also of a second login of the same service. */
  key: z.string(),
  family: balanceFamily,
  label: z.string(),
  /** Null before it was asked. */
  state: balanceState.nullable(),
  /** Null where the service tells no number. */
  amount: z.number().nullable(),
  unit: z.enum(['usd', 'credits', 'requests', 'words']).nullable(),
  /** What the service said, or why nothing is known. */
  detail: z.string(),
  askedAt: z.iso.datetime().nullable(),
  /** So little is left that work will fail soon. */
  isLow: z.boolean(),
  /** The last 30 days on which a number was told, in order. */
  days: z.array(balanceDay),
});
export type ServiceBalance = z.infer<typeof serviceBalance>;

/** Below this a balance is low (1-core section 8). */
export const lowBelow = 1;
/** Days that are kept and shown. */
export const balanceDays = 30;

export const listBalances = defineCall({
  id: 'listBalances',
  method: 'GET',
  path: '/rest/balances',
  summary: 'Every service that is set up, with what was left on its login when it was asked last, and over 30 days',
  reply: z.object({ services: z.array(serviceBalance), isChecking: z.boolean() }),
});
export const checkBalances = defineCall({
  id: 'checkBalances',
  method: 'POST',
  path: '/action/check/balances',
  summary: 'Ask every service that is set up what is left on its login; joins a check that runs',
  reply: success,
});

/** Events of topic balances: load them again. */
export type BalancesEventBody = { action: 'balancesChanged'; isChecking: boolean };
/** What happens to balances of services. */
export const balancesTopic = topic<BalancesEventBody>('balances');
