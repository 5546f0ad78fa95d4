import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { loginConfig } from '#domain/contract/session.ts';
import { send } from '#web/lib/call.ts';
import { userName } from '#web/lib/local-memory.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { safeRedirect } from '#web/lib/sign-in.ts';
import { LoginFooter } from './login-footer.tsx';
import { LoginForm } from './login-form.tsx';
import { Logo } from './logo.tsx';
import './login-page.css';

/** Sign-in: the only screen without a session. */
export function LoginPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const config = useQuery({
    queryKey: ['login-config'],
    queryFn: ({ signal }) => send(loginConfig, { signal }),
    // A captcha that is half solved is not to be taken away; refused tries say what the next one needs.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => {
    document.title = 'Sign in · Linkwright';
  }, []);
  const enter = async (name: string) => {
    userName.set(name);
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
        <LoginForm captcha={config.data?.captcha ?? null} siteKey={config.data?.siteKey ?? null} onEnter={enter} />
      </div>
      <LoginFooter links={config.data?.links} />
    </main>
  );
}
