import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { currentUser } from '#domain/contract/session.ts';
import { send } from '#web/lib/call.ts';
import { worded } from '#web/ui/worded.tsx';
import './campaigns.css';

/** The notice of the notification service; whatever goes wrong with it is not shown (D-NAV-08). */
export function NoticeBanner() {
  const { data } = useQuery({
    queryKey: ['current-user'],
    queryFn: ({ signal }) => send(currentUser, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const address = data?.user.notificationUrl;
  const notice = useQuery({
    queryKey: ['notice', address],
    enabled: Boolean(address),
    queryFn: () => fetchNotice(address ?? '', data?.user.installationId ?? ''),
    staleTime: 3_600_000,
  });
  const { isClosed, close } = useClosed('linkwright.closedNotice', notice.data ?? '');
  if (!notice.data || isClosed) return null;
  return (
    <Alert
      type="info"
      closable={{ onClose: close }}
      title={<NoticeText html={notice.data} />}
      style={{ marginBottom: 16 }}
    />
  );
}

/** The text is not ours: it passes the sanitiser (D-GEN-13). */
function NoticeText({ html }: { html: string }) {
  const { data } = useQuery({
    queryKey: ['notice-text', html],
    queryFn: async () => (await import('#web/lib/sanitise.ts')).sanitise(html),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised just above
  return <div className="notice-text" dangerouslySetInnerHTML={{ __html: data ?? '' }} />;
}

/** Advice on a captcha provider, while another or none is in use (D-CAMP-07). */
export function AdviceBanner({ advice }: { advice: { text: string; link: string } | null }) {
  const { isClosed, close } = useClosed('linkwright.closedAdvice', advice?.text ?? '');
  if (!advice || isClosed) return null;
  return (
    <Alert
      type="info"
      showIcon
      closable={{ onClose: close }}
      style={{ marginBottom: 16 }}
      title={
        <>
          {worded(advice.text)}{' '}
          <a href={advice.link} target="_blank" rel="noopener noreferrer" style={{ textDecoration: 'underline' }}>
            Read more
          </a>
        </>
      }
    />
  );
}

/** A closed banner stays closed in this browser until its text changes. */
function useClosed(memory: string, text: string) {
  const [closed, setClosed] = useState(() => localStorage.getItem(memory));
  const close = () => {
    localStorage.setItem(memory, text);
    setClosed(text);
  };
  return { isClosed: closed === text, close };
}

async function fetchNotice(address: string, user: string): Promise<string> {
  const url = `${address.replace(/\/$/, '')}/info?user=${encodeURIComponent(user)}`;
  const response = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(5_000) }).catch(() => null);
  return response?.ok ? (await response.text()).trim() : '';
}
