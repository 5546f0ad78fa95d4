import { z } from 'zod';
import { defaultOptions } from './engine-options.ts';

/** Upper bounds that depend on the account that saves (1-core section 5, D-AUTH-09). */
export const optionLimits = z.object({
  maxConcurrentProjects: z.number(),
  maxPostingThreads: z.number(),
  maxBrowserThreads: z.number(),
});
export type OptionLimits = z.infer<typeof optionLimits>;

const usualLimits: OptionLimits = { maxConcurrentProjects: 20, maxPostingThreads: 100, maxBrowserThreads: 20 };
const widerLimits: OptionLimits = { maxConcurrentProjects: 100, maxPostingThreads: 150, maxBrowserThreads: 40 };

/** What an account may set at most. */
export const limitsOf = (privileged: boolean): OptionLimits => (privileged ? widerLimits : usualLimits);

/** Bounds of a number of the options; without `max` it has no upper one. */
export interface NumberBounds {
  min: number;
  max?: number;
}

/** Bounds of every number of the tab General (1-core section 5). */
export const generalBounds = (limits: OptionLimits) =>
  ({
    maxNumberOfRetries: { min: 1, max: 5 },
    maxAccountsToRetry: { min: 0 },
    timeToWaitBeforeRetry: { min: 1, max: 60 },
    maxConcurrentProjects: { min: 1, max: limits.maxConcurrentProjects },
    maxPostingThreads: { min: 1, max: limits.maxPostingThreads },
    maxBrowserThreads: { min: 1, max: limits.maxBrowserThreads },
    waitTimeOut: { min: 30 },
    daysToDeleteMails: { min: 1, max: 20 },
    waitForVerifyEmailSchedule: { min: 1, max: 100 },
  }) as const satisfies Record<string, NumberBounds>;

export type GeneralNumber = keyof ReturnType<typeof generalBounds>;

/** Numbers above it are no setting but a slip: what is without a bound in the spec ends here. */
const sane = 1_000_000;

/** What a number out of its bounds is told (D-OPT-02, D-TXT-02). */
const boundText = ({ min, max }: NumberBounds) =>
  max === undefined ? `Must be greater or equal to ${min}` : `Must be between ${min} and ${max}`;

/** A whole number within its bounds; a missing one is "Required". */
function boundedNumber(bounds: NumberBounds) {
  const { min, max = sane } = bounds;
  return z
    .number('Required')
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, boundText(bounds))
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** The fields of the tab General, with the bounds of who saves. */
export function generalOptions(limits: OptionLimits) {
  const bounds = generalBounds(limits);
  return z.object({
    maxNumberOfRetries: boundedNumber(bounds.maxNumberOfRetries),
    maxAccountsToRetry: boundedNumber(bounds.maxAccountsToRetry),
    timeToWaitBeforeRetry: boundedNumber(bounds.timeToWaitBeforeRetry),
    maxConcurrentProjects: boundedNumber(bounds.maxConcurrentProjects),
    maxPostingThreads: boundedNumber(bounds.maxPostingThreads),
    maxBrowserThreads: boundedNumber(bounds.maxBrowserThreads),
    waitTimeOut: boundedNumber(bounds.waitTimeOut),
    daysToDeleteMails: boundedNumber(bounds.daysToDeleteMails),
    waitForVerifyEmailSchedule: boundedNumber(bounds.waitForVerifyEmailSchedule),
    /** On: a sign-in lasts 30 days on its browser; off: it ends with the browser (D-AUTH-10). */
    automaticSignIn: z.boolean(),
    /** A copy of the store is made each day, and before a version changes its tables (D-ENG-16). */
    automaticBackup: z.boolean(),
    /** Traffic to sites goes by the proxies of the list, never past them (D-ENG-11). */
    useProxyForPosting: z.boolean(),
  });
}
export type GeneralOptions = z.infer<ReturnType<typeof generalOptions>>;

/** Values of the first start (D-OPT-01). */
export const firstGeneral: GeneralOptions = {
  ...defaultOptions,
  maxBrowserThreads: 5,
  automaticSignIn: false,
  automaticBackup: true,
};
