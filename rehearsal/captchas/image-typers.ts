import { type ApiReply, jsonReply } from '../api-server.ts';
import { type CaptchaApi, type CaptchaDesk, startCaptchaApi } from './captcha-works.ts';

/** A rehearsed ImageTyperz: plain text, and an array of one object where widgets are asked for. */
export function startImageTypers(): Promise<CaptchaApi> {
  const key = { username: 'typer-user', password: 'typer-password-123' };
  return startCaptchaApi(key, (desk, { path }, values) => {
    const { api } = desk;
    if (!desk.knows(values)) return { body: 'ERROR: AUTHENTICATION_FAILED' };
    if (path === '/Forms/RequestBalance.ashx') return { body: String(api.balance) };
    if (path === '/captchaapi/GetCaptchaResponseJson.ashx') return result(desk, values.get('captchaid') ?? '');
    if (path === '/Forms/SetBadImage.ashx') {
      const work = api.works.get(values.get('imageid') ?? '');
      if (work) work.isBad = true;
      return { body: work ? 'SUCCESS' : 'ERROR: INVALID_REQUEST' };
    }
    if (api.trouble === 'balance') return { body: 'ERROR: INSUFFICIENT_BALANCE' };
    if (api.trouble === 'busy') return { body: 'ERROR: LIMIT_EXCEED' };
    if (path === '/captchaapi/UploadRecaptchaV1.ashx')
      return { body: desk.take({ siteKey: values.get('googlekey') ?? '' }), done: true };
    const picture = Buffer.from(values.get('file') ?? '', 'base64').toString();
    if (picture === 'unsolvable') return { body: 'ERROR: IMAGE_TIMED_OUT' };
    const id = desk.take({ picture });
    return { body: `${id}|${api.works.get(id)?.answer}`, done: true };
  });
}

function result({ api }: CaptchaDesk, id: string): ApiReply {
  const work = api.works.get(id);
  if (!work) return { body: 'ERROR: INVALID_REQUEST' };
  work.questions += 1;
  const isReady = work.questions > 1;
  const told = { CaptchaId: id, Response: isReady ? work.answer : '', Status: isReady ? 'Solved' : 'Pending' };
  return jsonReply([told]);
}
