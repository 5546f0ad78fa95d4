import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input } from 'antd';
import { useRef, useState } from 'react';
import { type CaptchaKind, login, loginTexts } from '#domain/contract/session.ts';
import { type CaptchaHandle, CaptchaProblem } from '#web/features/session/captcha-handle.ts';
import { GoogleCaptcha } from '#web/features/session/google-captcha.tsx';
import { SliderCaptcha } from '#web/features/session/slider-captcha.tsx';
import { send } from '#web/lib/call.ts';
import { CallFailed } from '#web/lib/failure.ts';

interface LoginFormProps {
  /** The captcha that was asked for when the page came. */
  captcha: CaptchaKind | null;
  siteKey: string | null;
  onEnter: (name: string) => Promise<void>;
}

interface Values {
  username?: string;
  password?: string;
}

/** Name, password, and a captcha when the server asks for one. */
export function LoginForm(props: LoginFormProps) {
  const { problem, isPending, captcha, widget, submit } = useLogin(props);
  return (
    <>
      {problem && <Alert type="error" showIcon title={problem} className="login-problem" />}
      <Form layout="vertical" requiredMark={false} onFinish={(values: Values) => void submit(values)}>
        <Form.Item
          name="username"
          label="Username"
          rules={[{ required: true, whitespace: true, message: 'Please enter your username' }]}
        >
          <Input size="large" prefix={<UserOutlined aria-hidden="true" />} autoComplete="username" autoFocus />
        </Form.Item>
        <Form.Item name="password" label="Password" rules={[{ required: true, message: 'Please enter your password' }]}>
          <Input.Password size="large" prefix={<LockOutlined aria-hidden="true" />} autoComplete="current-password" />
        </Form.Item>
        {captcha === 'slider' && <SliderCaptcha ref={widget} />}
        {captcha && captcha !== 'slider' && props.siteKey && (
          <GoogleCaptcha ref={widget} kind={captcha} siteKey={props.siteKey} />
        )}
        <Button type="primary" size="large" htmlType="submit" block loading={isPending}>
          Login
        </Button>
      </Form>
    </>
  );
}

function useLogin({ captcha: first, onEnter }: LoginFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  // The last answer knows the name as well; before it, what the page was told.
  const [asked, setAsked] = useState<CaptchaKind | null>();
  const widget = useRef<CaptchaHandle>(null);
  const captcha = asked === undefined ? first : asked;

  const tryOnce = async ({ username = '', password = '' }: Values): Promise<string | null> => {
    const token = captcha ? ((await widget.current?.answer()) ?? null) : null;
    const body = { username, password, captcha: token, captchaType: captcha };
    const answer = await send(login, { body, quietOn: [429] });
    if (answer.status === loginTexts.ok) {
      await onEnter(answer.name ?? username);
      return null;
    }
    widget.current?.renew(answer.status === loginTexts.captcha ? 'wrong' : 'right');
    if (answer.captcha !== undefined) setAsked(answer.captcha);
    return answer.status;
  };
  const submit = async (values: Values) => {
    if (isPending) return;
    setIsPending(true);
    setProblem(null);
    setProblem(await tryOnce(values).catch(problemText));
    setIsPending(false);
  };
  return { problem, isPending, captcha, widget, submit };
}

function problemText(error: unknown): string {
  if (error instanceof CaptchaProblem) return error.message;
  return error instanceof CallFailed && error.status === 429 ? loginTexts.tooMany : 'Server Error';
}
