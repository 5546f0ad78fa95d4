import {
  DeleteOutlined,
  DownloadOutlined,
  KeyOutlined,
  PlusOutlined,
  SafetyCertificateOutlined,
  StopOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { exportCustomSites, type SiteKey } from '#domain/contract/sites.ts';
import { download } from '#web/lib/call.ts';
import { askToDo, attempt, tellGone } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import type { ImportScope } from './dialogs/import-dialog.tsx';
import type { SiteActions } from './queries.ts';
import { texts } from './texts.ts';

interface SiteActionsBarProps {
  actions: SiteActions;
  chosen: SiteKey[];
  nSites: number;
  verifierStatus: 'NEW' | 'VERIFYING' | 'STOPPING';
  onAdd: () => void;
  onPermit: () => void;
  onImport: (scope: ImportScope) => void;
}

/** The buttons of the custom sites screen. */
export function SiteActionsBar({
  actions,
  chosen,
  nSites,
  verifierStatus,
  onAdd,
  onPermit,
  onImport,
}: SiteActionsBarProps) {
  const [isAsking, setIsAsking] = useState(false);
  const run = async (work: () => Promise<void>, failed: string) => {
    setIsAsking(true);
    await attempt(work, { failed });
    setIsAsking(false);
  };
  const askDelete = () =>
    askToDo(
      {
        title: `Delete ${countOf(chosen.length, 'site')}?`,
        content: `${countOf(chosen.length, 'site leaves', 'sites leave')} the catalogue. Pages already posted there stay.`,
        okText: `Delete ${chosen.length}`,
        danger: true,
      },
      async () => tellGone(texts.deleted, chosen.length, await actions.remove(chosen)),
      { failed: texts.deleteFailed },
    );
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
      Add
    </Button>
  );
  return (
    <div className="toolbar">
      <ActionBar main={add}>
        <Button icon={<UploadOutlined aria-hidden />} onClick={() => onImport('module')}>
          Import
        </Button>
        <Button icon={<UploadOutlined aria-hidden />} onClick={() => onImport('all')}>
          Import All
        </Button>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          disabled={nSites === 0}
          onClick={() =>
            void attempt(() => download(exportCustomSites, {}, 'custom_sites.csv'), { failed: texts.exportFailed })
          }
        >
          Export All
        </Button>
        <Button icon={<KeyOutlined aria-hidden />} disabled={chosen.length === 0} onClick={onPermit}>
          Permission
        </Button>
        <Button icon={<DeleteOutlined aria-hidden />} disabled={chosen.length === 0} onClick={askDelete}>
          Delete{chosen.length > 0 ? ` (${chosen.length})` : ''}
        </Button>
        {verifierStatus === 'NEW' ? (
          <Button
            icon={<SafetyCertificateOutlined aria-hidden />}
            loading={isAsking}
            disabled={nSites === 0}
            onClick={() => void run(() => actions.verify(chosen), texts.verifyFailed)}
          >
            {chosen.length > 0 ? `Verify ${chosen.length} selected` : 'Verify all'}
          </Button>
        ) : (
          <Button
            icon={<StopOutlined aria-hidden />}
            loading={isAsking}
            disabled={verifierStatus === 'STOPPING'}
            onClick={() => void run(actions.stopVerifying, texts.stopFailed)}
          >
            {verifierStatus === 'STOPPING' ? 'Stopping' : 'Stop verifying'}
          </Button>
        )}
      </ActionBar>
    </div>
  );
}
