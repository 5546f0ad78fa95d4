import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { login, loginConfig } from '#domain/contract/session.ts';
import { send } from '#web/lib/call.ts';
import { userName } from '#web/lib/local-memory.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { safeRedirect } from '#web/lib/sign-in.ts';
import { Logo } from './logo.tsx';
import './login-page.css';

const serverError = 'Server Error';

/** Sign-in: the only screen without a session. */
export function LoginPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const config = useQuery({ queryKey: ['login-config'], queryFn: () => send(loginConfig, {}) });
  const captcha = config.data?.captcha ?? null;
  useEffect(() => {
    document.title = 'Sign in · Linkwright';
  }, []);
  const submit = async (values: { username?: string; password?: string }) => {
    setIsPending(true);
    setProblem(null);
    const body = { username: values.username ?? '', password: values.password ?? '', captchaType: captcha };
    const answer = await send(login, { body }).catch(() => ({ status: serverError, name: '' }));
    setIsPending(false);
    if (answer.status !== 'ok') {
      setProblem(answer.status);
      void config.refetch();
      return;
    }
    userName.set(answer.name ?? body.username);
    queryClient.clear();
    await navigate(safeRedirect(params.get('redirect')), { replace: true });
  };
  return (
    <main className="login">
      <div className="login-card">
        <Link to="/campaigns" className="login-brand">
          <Logo size={44} />
          <h1>Linkwright</h1>
        </Link>
        <p className="login-tagline">The best SEO software for sites you own or may post to</p>
        {problem && <Alert type="error" showIcon title={problem} className="login-problem" />}
        <Form layout="vertical" requiredMark={false} onFinish={(values) => void submit(values)}>
          <Form.Item name="username" label="Username">
            <Input size="large" prefix={<UserOutlined aria-hidden="true" />} autoComplete="username" autoFocus />
          </Form.Item>
          <Form.Item name="password" label="Password">
            <Input.Password size="large" prefix={<LockOutlined aria-hidden="true" />} autoComplete="current-password" />
          </Form.Item>
          {captcha && (
            <Alert
              type="warning"
              showIcon
              className="login-problem"
              title="A captcha is required now"
              description="After several failed tries a captcha is needed. Wait 15 minutes and try again."
            />
          )}
          <Button type="primary" size="large" htmlType="submit" block loading={isPending}>
            Login
          </Button>
        </Form>
      </div>
      <LoginFooter links={config.data?.links} />
    </main>
  );
}

type Links = { help: string | null; privacy: string | null; terms: string | null };

function LoginFooter({ links }: { links: Links | undefined }) {
  const shown = [
    { text: 'Help', to: links?.help },
    { text: 'Privacy', to: links?.privacy },
    { text: 'Terms', to: links?.terms },
  ].flatMap(({ text, to }) => (to ? [{ text, to }] : []));
  return (
    <footer className="login-footer">
      {shown.length > 0 && (
        <nav aria-label="About">
          {shown.map(({ text, to }) => (
            <a key={text} href={to} target="_blank" rel="noopener noreferrer">
              {text}
            </a>
          ))}
        </nav>
      )}
      <p>© {new Date().getFullYear()} Linkwright</p>
    </footer>
  );
}
