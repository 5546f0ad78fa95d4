import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { version } from '#domain/contract/session.ts';
import { send } from '#web/lib/call.ts';

/** Says that a newer version exists; silent when it is not known (D-NAV-07). */
export function VersionBanner() {
  const { data } = useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => send(version, { signal }),
    staleTime: 3_600_000,
  });
  if (!data?.latest || !isNewer(data.latest, data.current)) return null;
  const text = `Your current version is: v${data.current}. There is a new version: v${data.latest}. Please update ASAP.`;
  return <Alert banner closable type="info" title={text} className="shell-banner" />;
}

function isNewer(latest: string, current: string): boolean {
  const parts = (value: string) => value.replace(/^v/, '').split(/[.-]/).slice(0, 3).map(Number);
  const [a, b] = [parts(latest), parts(current)];
  for (let at = 0; at < 3; at += 1) if ((a[at] ?? 0) !== (b[at] ?? 0)) return (a[at] ?? 0) > (b[at] ?? 0);
  return false;
}
