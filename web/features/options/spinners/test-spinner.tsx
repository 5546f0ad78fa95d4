import { Button } from 'antd';
import { useState } from 'react';
import {
  lackOf,
  type SpinnerInfo,
  type SpinnerService,
  spinnerServices,
  testSentence,
  testSpinner,
} from '#domain/contract/options/spinner.ts';
import { send } from '#web/lib/call.ts';
import { Refusal } from '#web/lib/failure.ts';
import { toast } from '#web/lib/notices.ts';
import { worded } from '#web/ui/worded.tsx';
import { texts } from './texts.ts';

interface TestSpinnerProps {
  service: SpinnerService;
  info: SpinnerInfo;
  /** The settings of the server name its address. */
  isPlaced: boolean;
}

/** Has a sentence spun with what is typed; what came back belongs to that alone. */
export function TestSpinner({ service, info, isPlaced }: TestSpinnerProps) {
  const own = spinnerServices[service];
  const typed = JSON.stringify(own ? info[own.name] : {});
  const [isTesting, setIsTesting] = useState(false);
  const [found, setFound] = useState<{ of: string; text: string; isWrong: boolean } | null>(null);
  const ask = async () => {
    setIsTesting(true);
    setFound({ of: typed, ...(await resultOf(service, info)) });
    setIsTesting(false);
  };
  const shown = found?.of === typed && !isTesting ? found : null;
  return (
    <section className="panel" aria-labelledby="spinner-test-title">
      <h2 id="spinner-test-title">{texts.test}</h2>
      <p className="quiet">{own ? texts.testHint : texts.builtIn}</p>
      <blockquote className="spinner-text">{testSentence}</blockquote>
      <Button disabled={lackOf(service, info, isPlaced) !== null} loading={isTesting} onClick={() => void ask()}>
        {texts.test}
      </Button>
      <div role="status">
        {isTesting && <span className="visually-hidden">{texts.testing}</span>}
        {shown && (
          <>
            <h3 className="spinner-result">{texts.result}</h3>
            <div className="spinner-text">{shown.isWrong ? worded(shown.text) : shown.text}</div>
          </>
        )}
      </div>
    </section>
  );
}

async function resultOf(service: SpinnerService, info: SpinnerInfo): Promise<{ text: string; isWrong: boolean }> {
  const own = spinnerServices[service];
  const values: Record<string, string | number | boolean> = own ? info[own.name] : {};
  const { username, email, password, apiKey, ...settings } = values;
  const login = { username: String(username ?? email ?? ''), password: String(password ?? apiKey ?? '') };
  try {
    const body = { spinnerService: service, ...login, body: testSentence, settings };
    return { text: (await send(testSpinner, { body })).result, isWrong: false };
  } catch (error) {
    const text = error instanceof Refusal ? texts.error(error.message) : texts.unknown;
    toast.error(text);
    return { text, isWrong: true };
  }
}
