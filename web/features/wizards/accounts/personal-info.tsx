import { ReloadOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { randomInfo } from '#domain/contract/projects/account.ts';
import { isPrivate } from '#domain/rules/wizards/problems.ts';
import { send } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { Field } from '#web/ui/field.tsx';
import type { WizardForm } from '../editor/use-wizard-form.ts';
import { texts } from '../texts.ts';

type TextField = 'firstName' | 'lastName' | 'username' | 'blogTitle';

/** What new accounts are called; what is empty is generated. */
export function PersonalInfo({ form }: { form: WizardForm }) {
  const { value, change } = form;
  if (!value.projects.some((node) => !isPrivate(node) && node.createNewAccount)) return null;
  const generate = async () => {
    const info = await attempt(() => send(randomInfo, {}), { failed: texts.randomFailed });
    if (!info) return;
    const { firstName, lastName, username, password, blogTitle } = info;
    change({ firstName, lastName, username, password, blogTitle });
  };
  const problemAt = form.problemsAt({ tab: 'accounts' });
  const text = (field: TextField, label: string) => (
    <Field id={field} label={label} problem={problemAt(field)}>
      <Input
        id={field}
        autoComplete="off"
        value={value[field]}
        onChange={(event) => change({ [field]: event.target.value })}
      />
    </Field>
  );
  return (
    <div className="panel" style={{ marginTop: 16 }}>
      <div className="toolbar">
        <strong>Personal info of the new accounts</strong>
        <Button size="small" className="push" icon={<ReloadOutlined aria-hidden />} onClick={() => void generate()}>
          Generate Random Info
        </Button>
      </div>
      <p className="quiet">Spin syntax may be used: {'{Ann|Eve}'}. What is left empty is generated.</p>
      <div className="wizard-form fields-2">
        {text('firstName', 'First name')}
        {text('lastName', 'Last name')}
        {text('username', 'Username')}
        <Field id="password" label="Password" problem={problemAt('password')}>
          <Input.Password
            id="password"
            autoComplete="new-password"
            value={value.password}
            onChange={(event) => change({ password: event.target.value })}
          />
        </Field>
        {text('blogTitle', 'Blog title')}
      </div>
    </div>
  );
}
