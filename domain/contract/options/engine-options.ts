/** Options that the engine reads; defaults and bounds of part L. */
export interface EngineOptions {
  /** Extra tries per account. [1..5] */
  maxNumberOfRetries: number;
  /** Further accounts after the first. [0..] */
  maxAccountsToRetry: number;
  /** Seconds between tries. [1..60] */
  timeToWaitBeforeRetry: number;
  /** Projects that hold a slot. [1..20], privileged [1..100] */
  maxConcurrentProjects: number;
  /** Posts at once over all processes. [1..100], privileged [1..150] */
  maxPostingThreads: number;
  /** Seconds an outgoing request may take. [30..] */
  waitTimeOut: number;
  /** Minutes between a scheduled run that made accounts and their confirmation by mail. [1..100] */
  waitForVerifyEmailSchedule: number;
  /** Mails of sites are deleted after so many days. [1..20] */
  daysToDeleteMails: number;
  /** Traffic to sites goes by the proxies of the list, never past them (D-ENG-11). */
  useProxyForPosting: boolean;
}

/** Defaults of the first start (D-OPT-01). */
export const defaultOptions: EngineOptions = {
  maxNumberOfRetries: 3,
  maxAccountsToRetry: 0,
  timeToWaitBeforeRetry: 20,
  maxConcurrentProjects: 5,
  maxPostingThreads: 10,
  waitTimeOut: 120,
  waitForVerifyEmailSchedule: 10,
  daysToDeleteMails: 5,
  useProxyForPosting: false,
};
