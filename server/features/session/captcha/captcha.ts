import type { CaptchaKind } from '#domain/contract/session.ts';
import type { App } from '../../../app.ts';
import { isTokenGood } from './google.ts';
import { isSliderSolved } from './sliders.ts';

/** Failed tries after which a captcha is asked for (D-AUTH-05). */
const freeFailures = 3;

/** What a sign-in says about its captcha. */
export interface GivenCaptcha {
  captcha?: string | null | undefined;
  captchaType?: CaptchaKind | null | undefined;
}

/** The captcha that a sign-in after so many failures needs; null when none (D-AUTH-05, D-AUTH-06). */
export function neededCaptcha(app: App, failures: number): CaptchaKind | null {
  if (failures < freeFailures && !app.config.captcha.always) return null;
  return app.config.captcha.google?.kind ?? 'slider';
}

/** True when the captcha of the kind in force was solved; a solution is good for one try. */
export async function isSolved(app: App, kind: CaptchaKind, given: GivenCaptcha, address: string): Promise<boolean> {
  const { google } = app.config.captcha;
  if (!given.captcha || (given.captchaType ?? kind) !== kind) return false;
  return google ? isTokenGood(app, google, given.captcha, address) : isSliderSolved(app.store.db, given.captcha);
}
