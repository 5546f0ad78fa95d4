import type { App } from '#server/app.ts';

/** What a sign-in over HTTP answered. */
export interface SignInAnswer {
  status: number;
  body: { status: string; name?: string; captcha?: string | null };
  setCookie: string | null;
  /** To send back, '' when none was set. */
  cookie: string;
}

/** Sends a sign-in as a page would. */
export async function sendSignIn(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<SignInAnswer> {
  const response = await fetch(`${url}/public/api/login/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ type: 'account', ...body }),
  });
  const setCookie = response.headers.get('set-cookie');
  return {
    status: response.status,
    body: JSON.parse(await response.text()),
    setCookie,
    cookie: setCookie?.split(';')[0] ?? '',
  };
}

/** Where the piece of a slider fits, read from the store as no visitor can. */
export async function sliderAnswer(app: App, id: string): Promise<number> {
  const row = await app.store.db.selectFrom('login_sliders').where('id', '=', id).select('x').executeTakeFirstOrThrow();
  return row.x;
}
