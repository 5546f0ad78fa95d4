import type { Ref } from 'react';
import { loginTexts } from '#domain/contract/session.ts';

/** How the last try went for the captcha: `right` is also told when only the password was wrong. */
export type Verdict = 'right' | 'wrong';

/** What the login form asks of a captcha. */
export interface CaptchaHandle {
  /** The token to send; throws CaptchaProblem. */
  answer(): Promise<string>;
  /** After a refused try: every answer is good for one. */
  renew(verdict: Verdict): void;
}

/** What every kind of captcha takes. */
export interface CaptchaProps {
  ref: Ref<CaptchaHandle>;
}

/** The captcha gave no answer; its message is shown as the form's error. */
export class CaptchaProblem extends Error {
  constructor(message: string = loginTexts.captcha) {
    super(message);
    this.name = 'CaptchaProblem';
  }
}
