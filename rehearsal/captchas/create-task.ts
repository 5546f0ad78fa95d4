import { type ApiReply, jsonReply } from '../api-server.ts';
import { type CaptchaApi, type CaptchaDesk, startCaptchaApi } from './captcha-works.ts';

const failed = (errorId: number, errorCode: string): ApiReply =>
  jsonReply({ errorId, errorCode, errorDescription: errorCode });

interface Asked {
  clientKey?: string;
  taskId?: number;
  task?: { type: string; body?: string; websiteKey?: string };
}

/** A rehearsed service with the JSON interface of Anti-Captcha (createTask, getTaskResult). */
export function startCreateTask(): Promise<CaptchaApi> {
  const captchaKey = 'anti-key-1234567890';
  return startCaptchaApi({ captchaKey }, (desk, { path, body }) => {
    const asked = JSON.parse(body.toString()) as Asked;
    if (!desk.knows(new URLSearchParams({ captchaKey: asked.clientKey ?? '' })))
      return failed(1, 'ERROR_KEY_DOES_NOT_EXIST');
    if (path === '/getBalance') return jsonReply({ errorId: 0, balance: desk.api.balance });
    return path === '/createTask' ? create(desk, asked) : result(desk, path, asked);
  });
}

function create({ api, take }: CaptchaDesk, { task }: Asked): ApiReply {
  if (api.trouble === 'balance') return failed(10, 'ERROR_ZERO_BALANCE');
  if (api.trouble === 'busy') return failed(2, 'ERROR_NO_SLOT_AVAILABLE');
  const picture = Buffer.from(task?.body ?? '', 'base64').toString();
  const siteKey = task?.websiteKey ?? '';
  if (picture === '' && siteKey === '') return failed(3, 'ERROR_ZERO_CAPTCHA_FILESIZE');
  return jsonReply({ errorId: 0, taskId: Number(take({ picture, siteKey })) }, { done: true });
}

function result({ api }: CaptchaDesk, path: string, { taskId }: Asked): ApiReply {
  const work = api.works.get(String(taskId));
  if (!work) return failed(16, 'ERROR_NO_SUCH_CAPCHA_ID');
  if (path.startsWith('/reportIncorrect')) {
    work.isBad = true;
    return jsonReply({ errorId: 0, status: 'success' });
  }
  work.questions += 1;
  if (work.questions === 1) return jsonReply({ errorId: 0, status: 'processing' });
  if (work.answer === 'unsolvable') return failed(12, 'ERROR_CAPTCHA_UNSOLVABLE');
  const isToken = work.answer.startsWith('token-for-');
  const solution = isToken ? { gRecaptchaResponse: work.answer } : { text: work.answer, url: 'http://a.test/1.png' };
  return jsonReply({ errorId: 0, status: 'ready', solution, cost: '0.0007', solveCount: '1' });
}
