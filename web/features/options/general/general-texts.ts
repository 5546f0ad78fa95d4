import type { GeneralNumber } from '#domain/contract/options/general.ts';

/** What a number decides, in the operator's words. */
export interface NumberText {
  label: string;
  unit?: string;
  hint: string;
}

const numbers: Record<GeneralNumber, NumberText> = {
  maxNumberOfRetries: { label: 'Max number of retries', hint: 'Further tries of a post with the same account.' },
  timeToWaitBeforeRetry: { label: 'Time to wait before retry', unit: 's', hint: 'Between two tries.' },
  maxAccountsToRetry: { label: 'Max accounts to retry', hint: 'Other accounts of the profile that are tried then.' },
  maxConcurrentProjects: { label: 'Max concurrent projects', hint: 'Further ones wait for their turn.' },
  maxPostingThreads: { label: 'Max posting threads', hint: 'Posts under way, over all projects and engines.' },
  maxBrowserThreads: {
    label: 'Max browser threads',
    hint: 'Browsers opened for posting; no platform of this version needs one.',
  },
  waitTimeOut: { label: 'Wait time-out', unit: 's', hint: 'A site that takes longer has not answered.' },
  waitForVerifyEmailSchedule: {
    label: 'Wait before verifying mail',
    unit: 'min',
    hint: 'From the end of a scheduled account creation to reading the mailbox.',
  },
  daysToDeleteMails: { label: 'Delete mails after', unit: 'days', hint: 'Old mails of sites are removed then.' },
};

/** Texts of the tab General. */
export const generalTexts = {
  numbers,
  switches: {
    useProxyForPosting: {
      label: 'Use proxies for posting',
      hint: 'All traffic to sites goes by the proxies of the tab Proxy, one per account. Without a working one nothing leaves.',
    },
    automaticBackup: {
      label: 'Copy the data every day',
      hint: 'A copy of everything but the key at 03:00, server time, and before an update; the last seven are kept in the folder backups of the data folder.',
    },
    automaticSignIn: {
      label: 'Stay signed in',
      hint: 'A sign-in lasts 30 days on its browser; off, it ends when the browser is closed.',
    },
  },
} as const;
