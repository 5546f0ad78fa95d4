import { useEffect } from 'react';
import { checkPrimaryCaptcha, checkPrimaryGoogleCaptcha } from '#domain/contract/campaigns.ts';
import { send } from '#web/lib/call.ts';
import { toast } from '#web/lib/notices.ts';
import { texts } from './texts.ts';

const lowBalance = 1;
const seconds = 10;

interface Answer {
  isUsed: boolean;
  error: unknown;
  balance: number | null;
}

/** Looks at both captcha services when the page opens; never holds it up (D-CAMP-05). */
export function useCaptchaCheck(campaignId: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per campaign that is opened
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const image = send(checkPrimaryCaptcha, { signal }).then((answer) => ({ ...answer, isUsed: answer.useCaptcha }));
    const google = send(checkPrimaryGoogleCaptcha, { signal }).then((answer) => ({
      ...answer,
      isUsed: answer.useGoogleCaptcha,
    }));
    image.then((answer) => tell(answer, texts.captchaLow, texts.captchaWarning)).catch(() => undefined);
    google.then((answer) => tell(answer, texts.googleLow, texts.googleWarning)).catch(() => undefined);
    return () => stop.abort();
  }, [campaignId]);
}

function tell({ isUsed, error, balance }: Answer, low: string, warning: string): void {
  if (!isUsed) return;
  if (error || balance === -1) toast.error(low, seconds);
  else if (balance !== null && balance < lowBalance) toast.warning(warning, seconds);
}
