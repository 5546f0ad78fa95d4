import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { type EmailSettings, emailProblems, testEmailLogin } from '#domain/contract/email-settings.ts';
import { send } from '#web/lib/call.ts';
import { failureText, Refusal } from '#web/lib/failure.ts';
import { texts } from '../texts.ts';
import '#web/ui/test-line.css';

/** Logs in with what is typed, and shows what the server said until something else is typed. */
export function TestLogin() {
  const form = Form.useFormInstance<EmailSettings>();
  // Drawn anew with each key; a stale answer would speak of what is no longer there.
  const typed = JSON.stringify(Form.useWatch([], form));
  const [told, setTold] = useState<{ of: string; failed: string | null } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const test = async () => {
    const box = form.getFieldsValue(true) as EmailSettings;
    const problems = emailProblems(box);
    form.setFields(problems.map(({ field, message }) => ({ name: field, errors: [message] })));
    if (problems[0]) return void form.focusField(problems[0].field);
    setIsAsking(true);
    setTold(null);
    setTold({ of: typed, failed: await ask(box) });
    setIsAsking(false);
  };
  const shown = told?.of === typed ? told : null;
  return (
    <div className="test-line">
      <Button onClick={() => void test()} loading={isAsking}>
        Test Login
      </Button>
      <div role="status" className="test-word">
        {!shown && <span className="quiet">{isAsking ? texts.testing : texts.testHint}</span>}
        {shown && <Alert showIcon type={shown.failed ? 'error' : 'success'} title={shown.failed ?? texts.tested} />}
      </div>
    </div>
  );
}

/** Why the login failed; null when it works. */
async function ask(box: EmailSettings): Promise<string | null> {
  try {
    await send(testEmailLogin, { body: box });
    return null;
  } catch (error) {
    return error instanceof Refusal ? error.message : failureText(error, texts.testFailed);
  }
}
