import { type ApiReply, type ApiRequest, jsonReply } from '../api-server.ts';
import { type CaptchaApi, type CaptchaDesk, startCaptchaApi } from './captcha-works.ts';

/** A rehearsed Death By Captcha; `inQuery`: it answers as a query string whatever is asked for. */
export function startDeathByCaptcha({ inQuery = false } = {}): Promise<CaptchaApi> {
  const key = { username: 'dbc-user', password: 'dbc-password-123' };
  const say = (members: Record<string, string | number | boolean>, more: Partial<ApiReply> = {}): ApiReply => {
    if (!inQuery) return jsonReply(members, more);
    const pairs = Object.entries(members).map(([name, value]): [string, string] => [name, String(value)]);
    return { ...more, body: new URLSearchParams(pairs).toString() };
  };
  return startCaptchaApi(key, (desk, request, values) => {
    const read = reading(desk, request);
    if (read) return say(...read);
    if (!desk.knows(values))
      return request.path === '/user'
        ? say({ user: 0, status: 0 })
        : say({ status: 255, error: 'not-logged-in' }, { status: 403 });
    if (request.path === '/user')
      return say({ user: 77, rate: 0.139, balance: desk.api.balance * 100, is_banned: false });
    return say(...submit(desk, values));
  });
}

type Said = [members: Record<string, string | number | boolean>, more?: Partial<ApiReply>];

/** Answers to what needs no login, and to reports. */
function reading({ api }: CaptchaDesk, { path, method }: ApiRequest): Said | undefined {
  const [, id = '', report] = /^\/captcha\/(\d+)(\/report)?$/.exec(path) ?? [];
  if (id === '') return undefined;
  const work = api.works.get(id);
  if (!work) return [{ status: 255, error: 'not-found' }, { status: 404 }];
  if (report && method === 'POST') work.isBad = true;
  else work.questions += 1;
  return [{ captcha: Number(id), text: work.questions > 1 ? work.answer : '', is_correct: !work.isBad, status: 0 }];
}

function submit({ api, take }: CaptchaDesk, values: URLSearchParams): Said {
  if (api.trouble === 'balance') return [{ status: 255, error: 'insufficient-funds' }, { status: 403 }];
  if (api.trouble === 'busy') return [{ status: 255, error: 'service-overload' }, { status: 503 }];
  const picture = Buffer.from(values.get('captchafile')?.replace(/^base64:/, '') ?? '', 'base64').toString();
  const params = JSON.parse(values.get('token_params') ?? '{}') as { googlekey?: string };
  const id = take({ picture, siteKey: values.get('type') === '4' ? (params.googlekey ?? '') : '' });
  const headers = { location: `http://api.dbcapi.me/api/captcha/${id}` };
  return [
    { captcha: Number(id), text: '', is_correct: true, status: 0 },
    { status: 303, headers, done: true },
  ];
}
