import { type CaptchaApi, startCaptchaApi } from './captcha-works.ts';

/** A rehearsed De-Captcher: one address, "ResultCode|MajorID|MinorID|Type|Timeout|Text", nothing for a wrong login. */
export function startDeCaptcher(): Promise<CaptchaApi> {
  const key = { username: 'decaptcher-user', password: 'decaptcher-password-1' };
  return startCaptchaApi(key, (desk, _, values) => {
    const { api } = desk;
    if (!desk.knows(values)) return { body: '' };
    if (values.get('function') === 'balance') return { body: String(api.balance) };
    if (values.get('function') === 'picture_bad2') {
      const work = api.works.get(values.get('minor_id') ?? '');
      if (work) work.isBad = true;
      return { body: '0' };
    }
    if (api.trouble === 'balance') return { body: '-6' };
    if (api.trouble === 'busy') return { body: '-5' };
    const picture = values.get('pict') ?? '';
    if (picture === 'unsolvable') return { body: '-7|0|0|0|0|' };
    const siteKey = values.get('function') === 'proxyurl' ? (values.get('key') ?? '') : '';
    const id = desk.take({ picture, siteKey });
    return { body: `0|107|${id}|0|0|${api.works.get(id)?.answer}`, done: true };
  });
}
