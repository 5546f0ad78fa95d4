import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import { type ConnectorInfo, testAccount, testTexts } from '#domain/contract/connectors.ts';
import type { SiteOffer } from '#domain/contract/sites.ts';
import { readFields } from '#domain/rules/connector-fields.ts';
import { send } from '#web/lib/call.ts';
import { CallFailed, failureText, Refusal } from '#web/lib/failure.ts';
import { AskLine } from '#web/ui/connector-fields.tsx';
import { worded } from '#web/ui/worded.tsx';
import { texts } from '../texts.ts';

type Told = z.output<typeof testAccount.reply>;

interface TestButtonProps {
  site: SiteOffer | null | undefined;
  connector: ConnectorInfo | undefined;
}

/** Asks the site about what is typed, and shows its one sentence until something else is typed. */
export function TestButton({ site, connector }: TestButtonProps) {
  const form = Form.useFormInstance();
  // Drawn anew with each key; a stale answer would speak of what is no longer there.
  const typed = JSON.stringify([site?.id, Form.useWatch([], form)]);
  const [told, setTold] = useState<{ of: string; answer: Told } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const test = async () => {
    if (!site || !connector) return;
    const { values, problems } = readFields(connector.fields, form.getFieldsValue(true));
    form.setFields(
      connector.fields.map(({ name }) => ({
        name,
        errors: problems.filter(({ field }) => field === name).map(({ message }) => message),
      })),
    );
    if (problems[0]) return void form.focusField(problems[0].field);
    setIsAsking(true);
    setTold(null);
    const answer = await ask(site, values);
    setTold({ of: typed, answer });
    setIsAsking(false);
  };
  const shown = told?.of === typed ? told.answer : null;
  const hint = isAsking ? texts.testing : site && connector ? texts.testHint : texts.testNeedsSite;
  return (
    <div className="test-line">
      <Button onClick={() => void test()} loading={isAsking} disabled={!site || !connector}>
        Test
      </Button>
      <div role="status" className="test-word">
        {!shown && <span className="quiet">{hint}</span>}
        {shown && (
          <Alert
            showIcon
            type={shown.works ? 'success' : 'error'}
            title={
              <>
                {worded(shown.detail)}
                {shown.ask && (
                  <div className="quiet">
                    <AskLine ask={shown.ask} siteUrl={site?.url} />
                  </div>
                )}
              </>
            }
          />
        )}
      </div>
    </div>
  );
}

/** The site's word, or why there is none: the dialog stays as it is. */
async function ask(site: SiteOffer, credentials: Record<string, string | number | boolean>): Promise<Told> {
  try {
    return await send(testAccount, { body: { site: site.id, credentials }, quietOn: [404, 429] });
  } catch (error) {
    const isTooMany = error instanceof CallFailed && error.status === 429;
    const detail = isTooMany ? testTexts.tooMany : failureText(error, texts.testFailed);
    return { works: false, detail: error instanceof Refusal ? error.message : detail, ask: null };
  }
}
