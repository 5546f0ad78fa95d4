import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { currentUser } from '#domain/contract/session.ts';
import { send } from '#web/lib/call.ts';

const memory = 'linkwright.closedNotice';

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
  const [closed, setClosed] = useState(() => localStorage.getItem(memory));
  if (!notice.data || closed === notice.data) return null;
  const close = () => {
    localStorage.setItem(memory, notice.data);
    setClosed(notice.data);
  };
  // A frame without scripts and without this origin: the text is not ours (D-GEN-13).
  const frame = <iframe title="Notice" sandbox="allow-popups" srcDoc={notice.data} className="notice-frame" />;
  return <Alert type="info" closable={{ onClose: close }} title={frame} style={{ marginBottom: 16 }} />;
}

async function fetchNotice(address: string, user: string): Promise<string> {
  const url = `${address.replace(/\/$/, '')}/info?user=${encodeURIComponent(user)}`;
  const response = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(5_000) }).catch(() => null);
  return response?.ok ? (await response.text()).trim() : '';
}
