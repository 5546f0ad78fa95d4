import { type CaptchaApi, startCaptchaApi } from './captcha-works.ts';

/** A rehearsed page that takes a key and a picture (upload.php) and shows the letters in a table. */
export function startCaptchaForm(): Promise<CaptchaApi> {
  const captchaKey = 'beat-key-1234567890';
  return startCaptchaApi({ captchaKey }, (desk, { path }, values) => {
    if (path !== '/upload.php') return { status: 404, body: 'no such page' };
    if (!desk.knows(new URLSearchParams({ captchaKey: values.get('key') ?? '' })))
      return { status: 403, body: 'Forbidden' };
    const id = desk.take({ picture: values.get('file') ?? '' });
    const answer = desk.api.works.get(id)?.answer;
    return { type: 'text/html', body: `<html><table><tr><td>${answer}</td></tr></table></html>`, done: true };
  });
}
