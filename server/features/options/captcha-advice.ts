import { recommendedProvider } from '#domain/contract/options/captcha.ts';
import type { Config } from '../../config.ts';

/** The advice on the recommended captcha service; null without a link to read more (D-NAME-04). */
export function captchaAdviceOf({ adviceUrl, adviceText }: Config): { text: string; link: string } | null {
  if (!adviceUrl) return null;
  const text = adviceText ?? `${recommendedProvider} is recommended: faster, more accurate and three times cheaper.`;
  return { text, link: adviceUrl };
}
