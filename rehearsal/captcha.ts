import { type Api, type ApiReply, type ApiRequest, startApi } from './api-server.ts';

/** A rehearsed captcha service with the classic interface of 2Captcha (in.php, res.php). */
export interface CaptchaApi extends Api {
  key: string;
  /** Work that was handed in, by its number: solved after so many questions. */
  works: Map<string, { answer: string; questions: number; isBad: boolean }>;
  /** True: answers are given that are wrong. */
  misread: boolean;
}

/** Pictures are "solved" by their own bytes as text; one that says "unsolvable" by nobody. */
export async function startCaptcha(): Promise<CaptchaApi> {
  const key = 'captcha-key-1234567890';
  const works: CaptchaApi['works'] = new Map();
  const api = { key, works, misread: false } as CaptchaApi;
  const handle = (request: ApiRequest, refusesKey: boolean): ApiReply => {
    const values = request.path === '/in.php' ? request.form : request.query;
    if (refusesKey || values.get('key') !== key) return { body: 'ERROR_WRONG_USER_KEY' };
    if (request.path === '/in.php') return submit(values);
    return request.path === '/res.php' ? result(values) : { status: 404, body: 'no such page' };
  };
  const submit = (values: URLSearchParams): ApiReply => {
    const picture = Buffer.from(values.get('body') ?? '', 'base64').toString();
    const widget = values.get('googlekey');
    if (picture === '' && !widget) return { body: 'ERROR_ZERO_CAPTCHA_FILESIZE' };
    const id = String(1_000 + works.size);
    const read = api.misread ? 'wrong letters' : picture;
    works.set(id, { answer: widget ? `token-for-${widget}` : read, questions: 0, isBad: false });
    return { body: `OK|${id}`, done: true };
  };
  const result = (values: URLSearchParams): ApiReply => {
    if (values.get('action') === 'getbalance') return { body: '12.345' };
    const work = works.get(values.get('id') ?? '');
    if (!work) return { body: 'ERROR_WRONG_CAPTCHA_ID' };
    if (values.get('action') === 'reportbad') {
      work.isBad = true;
      return { body: 'OK_REPORT_RECORDED' };
    }
    work.questions += 1;
    if (work.questions === 1) return { body: 'CAPCHA_NOT_READY' };
    return { body: work.answer === 'unsolvable' ? 'ERROR_CAPTCHA_UNSOLVABLE' : `OK|${work.answer}` };
  };
  Object.assign(api, await startApi(handle));
  return api;
}
