import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { loginConfig } from '#domain/contract/session.ts';
import { send } from '#web/lib/call.ts';
import { userName } from '#web/lib/local-memory.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { rememberSignedIn, signedInAgain } from '#web/lib/sign-in.ts';
import { LoginForm } from './login-form.tsx';

/** The session has ended: the sign-in over the page, with what was typed there still in place. */
export function SignInAgain({ open }: { open: boolean }) {
  const { data } = useQuery({
    queryKey: ['login-config', 'again'],
    queryFn: ({ signal }) => send(loginConfig, { signal }),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const enter = async (name: string) => {
    userName.set(name);
    rememberSignedIn(true);
    signedInAgain();
    await queryClient.invalidateQueries({ queryKey: ['current-user'] });
  };
  return (
    // Above every other dialog and question: none of them can do anything before it.
    <Modal
      open={open}
      title="You were signed out"
      closable={false}
      keyboard={false}
      footer={null}
      zIndex={2_000}
      width={420}
      destroyOnHidden
    >
      <p>Your session has ended. Sign in to go on: what you typed on this page is kept.</p>
      <LoginForm captcha={data?.captcha ?? null} siteKey={data?.siteKey ?? null} onEnter={enter} />
    </Modal>
  );
}
