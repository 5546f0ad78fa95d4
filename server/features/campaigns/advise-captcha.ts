import type { App } from '../../app.ts';
import { readStoredOptions } from '../../engine/options.ts';

const recommended = 'ZeroCaptcha';

/** The advice banner: only with a link set, and while the recommended provider does not solve captchas (D-CAMP-07). */
export async function adviseCaptcha(app: App): Promise<{ text: string; link: string } | null> {
  const { adviceUrl, adviceText } = app.config;
  if (!adviceUrl) return null;
  const { autoSolveCaptcha, primaryCaptchaService } = await readStoredOptions(app.store.db);
  if (autoSolveCaptcha === true && (primaryCaptchaService ?? recommended) === recommended) return null;
  const text = adviceText ?? `${recommended} is recommended: faster, more accurate and three times cheaper.`;
  return { text, link: adviceUrl };
}
