import { recommendedProvider } from '#domain/contract/options/captcha.ts';
import type { App } from '../../app.ts';
import { readStoredOptions } from '../../engine/options.ts';
import { captchaAdviceOf } from '../options/captcha-advice.ts';

/** The advice banner: only while the recommended provider does not solve captchas (D-CAMP-07). */
export async function adviseCaptcha(app: App): Promise<{ text: string; link: string } | null> {
  const { autoSolveCaptcha, primaryCaptchaService } = await readStoredOptions(app.store.db);
  if (autoSolveCaptcha === true && (primaryCaptchaService ?? recommendedProvider) === recommendedProvider) return null;
  return captchaAdviceOf(app.config);
}
