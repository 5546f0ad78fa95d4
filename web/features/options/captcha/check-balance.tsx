import { Button } from 'antd';
import { useState } from 'react';
import {
  type CaptchaKind,
  type CaptchaLogin,
  type CaptchaProvider,
  checkCaptcha,
  problemsOfLogin,
} from '#domain/contract/options/captcha.ts';
import { send } from '#web/lib/call.ts';
import { Refusal } from '#web/lib/failure.ts';
import { toast } from '#web/lib/notices.ts';
import { ToneTag } from '#web/ui/status-tag.tsx';
import { worded } from '#web/ui/worded.tsx';
import { texts } from './texts.ts';

interface CheckBalanceProps {
  kind: CaptchaKind;
  provider: CaptchaProvider;
  login: CaptchaLogin;
  isOn: boolean;
}

type Word = { tone: 'green' | 'orange'; text: string; more?: string };

/** Asks the service what is left on the typed login; what was found belongs to that login alone. */
export function CheckBalance({ kind, provider, login, isOn }: CheckBalanceProps) {
  const loginInfo = JSON.stringify(login);
  const [isChecking, setIsChecking] = useState(false);
  const [found, setFound] = useState<{ of: string; word: Word } | null>(null);
  const ask = async () => {
    setIsChecking(true);
    const word = await wordOf(send(checkCaptcha, { body: { provider, loginInfo, kind } }));
    setFound({ of: loginInfo, word });
    setIsChecking(false);
  };
  const word = found?.of === loginInfo && !isChecking ? found.word : null;
  return (
    <div className="captcha-check">
      <Button
        disabled={!isOn || problemsOfLogin(provider, login).length > 0}
        loading={isChecking}
        onClick={() => void ask()}
      >
        {texts.check}
      </Button>
      <span role="status" className="captcha-word">
        {isChecking && <span className="quiet">{texts.checking}</span>}
        {word && (
          <>
            <ToneTag tone={word.tone}>{word.text}</ToneTag>
            {word.more && <span>{worded(word.more)}</span>}
          </>
        )}
      </span>
    </div>
  );
}

/** Below it a balance is low (1-core section 9). */
const lowBalance = 1;

async function wordOf(asked: Promise<{ balance: number; unit: string | null }>): Promise<Word> {
  try {
    const { balance, unit } = await asked;
    if (balance === -1) return { tone: 'orange', text: texts.refused };
    if (unit === null) return { tone: 'green', text: texts.valid };
    const text = `${balance.toLocaleString()} ${unit === 'usd' ? 'USD' : unit} left`;
    return balance < lowBalance ? { tone: 'orange', text, more: texts.low } : { tone: 'green', text };
  } catch (error) {
    const said = error instanceof Refusal ? texts.error(error.message) : texts.unknown;
    toast.error(said);
    return { tone: 'orange', text: 'Not checked', more: said };
  }
}
