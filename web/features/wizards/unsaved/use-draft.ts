import { useEffect, useState } from 'react';
import type { Wizard } from '#domain/contract/wizards.ts';
import { readWizard } from '#domain/rules/wizards/fit.ts';
import { dropDraft, keepDraft, readDraft } from '#web/lib/drafts.ts';

/** Work on a wizard that a reload found again. */
export interface Draft {
  wizard: Wizard;
  /** Edition that was edited. */
  edition: number | null;
  /** Passwords were typed, which are not kept. */
  lacksPasswords: boolean;
}

/** The page, whatever tab of it is open. */
function pageName(): string {
  const query = new URLSearchParams(location.search);
  query.delete('tab');
  return `${location.pathname}?${query}`;
}

const withPasswords = (wizard: Wizard, from: Pick<Wizard, 'password' | 'emailAccount'>): Wizard => ({
  ...wizard,
  password: from.password,
  emailAccount: { ...wizard.emailAccount, emailPassword: from.emailAccount.emailPassword },
});
const noPasswords = (wizard: Wizard) =>
  withPasswords(wizard, { password: '', emailAccount: { ...wizard.emailAccount, emailPassword: '' } });

/** The draft of this page, if a reload left one; `stored` gives the passwords that it does not hold. */
export function useFoundDraft(stored: Wizard): [page: string, Draft | null] {
  const [found] = useState((): [string, Draft | null] => {
    const page = pageName();
    const kept = readDraft(page) as Partial<Draft> | undefined;
    const wizard = kept && readWizard(kept.wizard);
    if (!wizard) return [page, null];
    const whole = withPasswords(wizard, stored);
    return [page, { wizard: whole, edition: kept.edition ?? null, lacksPasswords: kept.lacksPasswords === true }];
  });
  return found;
}

/** How long one may type before it is kept, in ms. */
const restMs = 500;

/** Keeps what is edited while it is not saved. */
export function useKeptDraft(page: string, value: Wizard, from: { wizard: Wizard; edition: number | null }): void {
  useEffect(() => {
    if (value === from.wizard) {
      dropDraft(page);
      return;
    }
    const { password, emailAccount } = from.wizard;
    const lacksPasswords =
      value.password !== password || value.emailAccount.emailPassword !== emailAccount.emailPassword;
    const keep = () => keepDraft(page, { wizard: noPasswords(value), edition: from.edition, lacksPasswords });
    const timer = setTimeout(keep, restMs);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [page, value, from]);
}
