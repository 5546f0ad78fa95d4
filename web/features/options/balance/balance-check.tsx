import { Button } from 'antd';
import { useState } from 'react';
import { Refusal } from '#web/lib/failure.ts';
import { toast } from '#web/lib/notices.ts';
import { ToneTag } from '#web/ui/status-tag.tsx';
import { worded } from '#web/ui/worded.tsx';
import { texts } from './texts.ts';

interface BalanceCheckProps {
  /** What is asked about, as a text: what was found belongs to it alone. */
  of: string;
  /** True where nothing can be asked yet. */
  disabled: boolean;
  ask: () => Promise<{ balance: number; unit: string | null }>;
  /** What is said where the answer says nothing. */
  unknown: string;
  /** Word on the button where it is not about a balance. */
  label?: string;
}

type Word = { tone: 'green' | 'orange'; text: string; more?: string };

/** Asks a service what is left on a login, and shows what it says beside the button. */
export function BalanceCheck({ of, disabled, ask, unknown, label = texts.check }: BalanceCheckProps) {
  const [isChecking, setIsChecking] = useState(false);
  const [found, setFound] = useState<{ of: string; word: Word } | null>(null);
  const check = async () => {
    setIsChecking(true);
    setFound({ of, word: await wordOf(ask(), unknown) });
    setIsChecking(false);
  };
  const word = found?.of === of && !isChecking ? found.word : null;
  return (
    <div className="balance-check">
      <Button disabled={disabled} loading={isChecking} onClick={() => void check()}>
        {label}
      </Button>
      <span role="status" className="balance-word">
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

async function wordOf(asked: Promise<{ balance: number; unit: string | null }>, unknown: string): Promise<Word> {
  try {
    const { balance, unit } = await asked;
    if (balance === -1) return { tone: 'orange', text: texts.refused };
    if (unit === null) return { tone: 'green', text: texts.valid };
    const text = `${balance.toLocaleString()} ${unit === 'usd' ? 'USD' : unit} left`;
    return balance < lowBalance ? { tone: 'orange', text, more: texts.low } : { tone: 'green', text };
  } catch (error) {
    const said = error instanceof Refusal ? texts.error(error.message) : unknown;
    toast.error(said);
    return { tone: 'orange', text: texts.notChecked, more: said };
  }
}
