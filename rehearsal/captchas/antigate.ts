import type { ApiReply } from '../api-server.ts';
import { type CaptchaApi, type CaptchaDesk, startCaptchaApi } from './captcha-works.ts';

/** A rehearsed service with the classic interface of 2Captcha (in.php, res.php). A picture of "unsolvable" is solved by nobody. */
export function startAntigate(): Promise<CaptchaApi> {
  const captchaKey = 'captcha-key-1234567890';
  return startCaptchaApi({ captchaKey }, (desk, { path }, values) => {
    if (values.get('key') !== captchaKey || !desk.knows(new URLSearchParams({ captchaKey })))
      return { body: 'ERROR_WRONG_USER_KEY' };
    if (path === '/in.php') return submit(desk, values);
    return path === '/res.php' ? result(desk, values) : { status: 404, body: 'no such page' };
  });
}

function submit({ api, take }: CaptchaDesk, values: URLSearchParams): ApiReply {
  if (api.trouble === 'balance') return { body: 'ERROR_ZERO_BALANCE' };
  if (api.trouble === 'busy') return { body: 'ERROR_NO_SLOT_AVAILABLE' };
  const picture = Buffer.from(values.get('body') ?? '', 'base64').toString();
  const siteKey = values.get(values.get('method') === 'turnstile' ? 'sitekey' : 'googlekey') ?? '';
  if (picture === '' && siteKey === '') return { body: 'ERROR_ZERO_CAPTCHA_FILESIZE' };
  return { body: `OK|${take({ picture, siteKey })}`, done: true };
}

function result({ api }: CaptchaDesk, values: URLSearchParams): ApiReply {
  if (values.get('action') === 'getbalance') return { body: String(api.balance) };
  const work = api.works.get(values.get('id') ?? '');
  if (!work) return { body: 'ERROR_WRONG_CAPTCHA_ID' };
  if (values.get('action') === 'reportbad') {
    work.isBad = true;
    return { body: 'OK_REPORT_RECORDED' };
  }
  work.questions += 1;
  if (work.questions === 1) return { body: 'CAPCHA_NOT_READY' };
  return { body: work.answer === 'unsolvable' ? 'ERROR_CAPTCHA_UNSOLVABLE' : `OK|${work.answer}` };
}
