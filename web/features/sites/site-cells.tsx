import { EditOutlined } from '@ant-design/icons';
import { Switch, Tooltip } from 'antd';
import { useState } from 'react';
import { type CustomSite, noPermission } from '#domain/contract/sites.ts';
import { showWholeMoment } from '#web/lib/dates.ts';
import { type LiveStore, useLiveValue } from '#web/lib/live-store.ts';
import { attempt } from '#web/lib/notices.ts';
import { DofollowText } from '#web/ui/dofollow-text.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { permissionTexts } from '#web/ui/permission-fields.tsx';
import { type TagTone, ToneTag } from '#web/ui/status-tag.tsx';
import { WholeMessage } from '#web/ui/whole-message.tsx';
import { hostOf } from './queries.ts';
import { texts } from './texts.ts';

interface CellProps {
  store: LiveStore<CustomSite>;
  id: string;
}

/** What the buttons of a row do. */
export interface SiteCellActions {
  onEdit: (site: CustomSite) => void;
  onSwitchHost: (host: string, stopped: boolean) => Promise<boolean>;
}

const tones: Record<CustomSite['status'], TagTone> = { NEW: 'plain', WORKING: 'green', FAILED: 'orange' };

/** Result of the last check. */
export function StatusCell({ store, id }: CellProps) {
  const site = useLiveValue(store, id);
  return site ? <ToneTag tone={tones[site.status]}>{site.status}</ToneTag> : null;
}

/** Why a site failed, or what was recognised. */
export function ReasonCell({ store, id }: CellProps) {
  return <WholeMessage text={useLiveValue(store, id)?.statusReason} />;
}

/** Permission with its dated note. */
export function PermissionCell({ store, id }: CellProps) {
  const site = useLiveValue(store, id);
  if (!site) return null;
  if (site.permission === 'none')
    return (
      <Tooltip title={noPermission}>
        <span>
          <ToneTag tone="amber">None</ToneTag>
        </span>
      </Tooltip>
    );
  const note = [showWholeMoment(site.permissionAt), site.permissionNote].filter(Boolean).join(': ');
  return (
    <Tooltip title={note}>
      <span className="ellipsis">{permissionTexts[site.permission]}</span>
    </Tooltip>
  );
}

/** Whether its links are followed; what a proof read goes before what was typed. */
export function DofollowCell({ store, id }: CellProps) {
  const site = useLiveValue(store, id);
  return site && <DofollowText dofollow={site.dofollow} readAt={site.dofollowReadAt} />;
}

/** Tasks at once and least gap. */
export function PaceCell({ store, id }: CellProps) {
  const site = useLiveValue(store, id);
  if (!site) return null;
  return (
    <span>
      {site.atOnce} at once{site.gapSeconds > 0 && `, ${site.gapSeconds} s gap`}
    </span>
  );
}

/** The switch of the host, and Edit. */
export function ActionCell({ store, id, onEdit, onSwitchHost }: CellProps & SiteCellActions) {
  const site = useLiveValue(store, id);
  const [isPending, setIsPending] = useState(false);
  if (!site) return null;
  const host = hostOf(site.url);
  const flip = async (isAllowed: boolean) => {
    setIsPending(true);
    const done = isAllowed ? texts.hostAllowed(host) : texts.hostStopped(host);
    await attempt(() => onSwitchHost(host, !isAllowed), { done, failed: texts.hostFailed });
    setIsPending(false);
  };
  return (
    <>
      <Tooltip title={site.hostStopped ? `Traffic to ${host} is stopped` : `Traffic to ${host} is allowed`}>
        <Switch
          size="small"
          checked={!site.hostStopped}
          loading={isPending}
          aria-label={`Traffic to ${host}, ${site.id.siteId}`}
          onChange={(isAllowed) => void flip(isAllowed)}
        />
      </Tooltip>
      <IconButton label={`Edit ${site.id.siteId}`} icon={<EditOutlined aria-hidden />} onClick={() => onEdit(site)} />
    </>
  );
}
