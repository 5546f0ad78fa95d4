import type { App } from '../../../app.ts';
import type { GoogleCaptcha } from '../../../config.ts';

/** Longest wait for Google's word. */
const waitMs = 10_000;
const maxAnswer = 100_000;

/**
 * Has Google check a token, as https://developers.google.com/recaptcha/docs/verify describes: a form with secret, response
 * and remoteip, answered by `{success}`. No answer, or one that says anything else, lets nobody in.
 */
export async function isTokenGood(app: App, google: GoogleCaptcha, token: string, address: string): Promise<boolean> {
  const tools = app.outside.toolsFor({
    connectorId: 'google-captcha',
    siteUrl: google.verifyUrl,
    accountKey: 'google-captcha',
    secrets: [google.secret, token],
    signal: AbortSignal.timeout(waitMs),
    seed: 'google-captcha',
  });
  try {
    const { text } = await tools.http({
      method: 'POST',
      url: google.verifyUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ secret: google.secret, response: token, remoteip: address }).toString(),
    });
    const answer = JSON.parse(text.slice(0, maxAnswer)) as { success?: unknown } | null;
    return answer?.success === true;
  } catch (error) {
    app.log.warn({ err: error }, 'the captcha could not be checked');
    return false;
  }
}
