import { expect } from 'vitest';
import { checkPrimaryCaptcha } from '#domain/contract/campaigns.ts';
import { checkCaptcha } from '#domain/contract/options/captcha.ts';
import { getOptions, saveOptions } from '#domain/contract/options/options.ts';
import { canary } from './canaries.ts';
import type { CanaryProduct } from './canary-product.ts';

/** Has captcha services asked with logins that must not be told, typed and stored; solving is off in the end. */
export async function setUpCaptchas(product: CanaryProduct): Promise<void> {
  const loginInfo = JSON.stringify({ username: 'solver', password: canary('CheckCaptcha') });
  const typed = await product.send(checkCaptcha, { body: { provider: 'ImageTypers', loginInfo, kind: 'image' } });
  expect(typed.body.error.code).toBe('OUTSIDE_REFUSED');
  const primaryCaptchaInfo = {
    TwoCaptcha: { captchaKey: canary('CaptchaKey') },
    DeCaptcher: { username: 'solver', password: canary('CaptchaPassword') },
    RemoteOCR: { address: '127.0.0.1:9', key: canary('OcrKey') },
  };
  const saved = await product.send(saveOptions, {
    body: { autoSolveCaptcha: true, primaryCaptchaService: 'TwoCaptcha', primaryCaptchaInfo },
  });
  expect(saved.body.options.primaryCaptchaInfo).toEqual(primaryCaptchaInfo);
  expect((await product.send(checkPrimaryCaptcha)).body).toMatchObject({ useCaptcha: true });
  await product.send(getOptions);
  await product.send(saveOptions, { body: { autoSolveCaptcha: false } });
}
