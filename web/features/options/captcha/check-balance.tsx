import {
  type CaptchaKind,
  type CaptchaLogin,
  type CaptchaProvider,
  checkCaptcha,
  problemsOfLogin,
} from '#domain/contract/options/captcha.ts';
import { send } from '#web/lib/call.ts';
import { BalanceCheck } from '../balance/balance-check.tsx';
import { texts } from './texts.ts';

interface CheckBalanceProps {
  kind: CaptchaKind;
  provider: CaptchaProvider;
  login: CaptchaLogin;
  isOn: boolean;
}

/** Asks the service what is left on the typed login. */
export function CheckBalance({ kind, provider, login, isOn }: CheckBalanceProps) {
  const loginInfo = JSON.stringify(login);
  return (
    <BalanceCheck
      of={loginInfo}
      disabled={!isOn || problemsOfLogin(provider, login).length > 0}
      ask={() => send(checkCaptcha, { body: { provider, loginInfo, kind } })}
      unknown={texts.unknown}
    />
  );
}
