import { ExportOutlined } from '@ant-design/icons';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { resolvePost, type SiteRow, type SiteStatus } from '#domain/contract/projects/projects.ts';
import { send } from '#web/lib/call.ts';
import { type LiveStore, useLiveValue } from '#web/lib/live-store.ts';
import { askToDo } from '#web/lib/notices.ts';
import { Clip } from '#web/ui/clip.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { ProofBadge } from '#web/ui/proof-badge.tsx';
import { type TagTone, ToneTag } from '#web/ui/status-tag.tsx';
import { WholeMessage } from '#web/ui/whole-message.tsx';
import type { SiteRun } from '../queries.ts';
import { texts } from '../texts.ts';

interface RunCellProps {
  runs: LiveStore<SiteRun>;
  id: string;
}

const tones: Record<Exclude<SiteStatus, 'NONE'>, TagTone> = {
  SUCCESS: 'green',
  FAILED: 'orange',
  RUNNING: 'blue',
  UNKNOWN: 'amber',
  STOPPED: 'plain',
};

/** Run status of a site; NONE is blank. */
export function RunCell({ runs, id }: RunCellProps) {
  const status = useLiveValue(runs, id)?.status ?? 'NONE';
  if (status === 'NONE') return null;
  return (
    <ToneTag tone={tones[status]} isBusy={status === 'RUNNING'}>
      {status === 'STOPPED' ? 'Stopped' : status}
    </ToneTag>
  );
}

/** What a site waits for, the page it got with its proof, or the operator's two buttons. */
export function ProgressCell({ runs, id, projectId, site }: RunCellProps & { projectId: number; site: SiteRow }) {
  const run = useLiveValue(runs, id);
  if (!run) return null;
  return (
    <span className="progress-cell">
      {run.status === 'UNKNOWN' && <ResolveButtons projectId={projectId} site={site} />}
      {run.postUrl && <Clip text={run.postUrl} href={run.postUrl} after={<ExportOutlined aria-hidden />} />}
      {run.postUrl && run.proof && run.proof !== 'NONE' && <ProofBadge state={run.proof} />}
      {run.status === 'NONE' && run.dueAt && !run.waitInfo && site.id.module !== 'Indexer' && (
        <span className="quiet planned">
          Planned for <Moment at={run.dueAt} />
        </span>
      )}
      <WholeMessage text={run.waitInfo} />
      {site.id.module === 'Indexer' && run.dueAt && (
        <span className="quiet planned">
          Waits until <Moment at={run.dueAt} />
        </span>
      )}
    </span>
  );
}

const thereInput = z.object({ url: resolvePost.body.options[0].shape.url });

/** The answer was lost and the site cannot tell: only the operator can (D-ENG-19). */
function ResolveButtons({ projectId, site }: { projectId: number; site: SiteRow }) {
  const [isAsking, setIsAsking] = useState(false);
  const where = { id: site.id, email: site.email };
  const params = { id: projectId };
  const resend = () =>
    askToDo(
      {
        title: 'Send this post again?',
        content: `If the first one is there after all, ${site.id.siteId} will have it twice.`,
        okText: 'Send again',
      },
      () => send(resolvePost, { params, body: { decision: 'resend', ...where } }),
      { done: texts.resent, failed: texts.resolveFailed },
    );
  return (
    <>
      <Button size="small" onClick={() => setIsAsking(true)}>
        It is there
      </Button>
      <Button size="small" onClick={resend}>
        Send again
      </Button>
      <FormDialog
        open={isAsking}
        title={`The post is on ${site.id.siteId}`}
        okText="Save"
        schema={thereInput}
        initial={{ url: '' }}
        done={texts.resolved}
        failed={texts.resolveFailed}
        onSubmit={({ url }) => send(resolvePost, { params, body: { decision: 'there', url, ...where } })}
        onClose={() => setIsAsking(false)}
      >
        <Form.Item name="url" label="Address of the post">
          <Input autoComplete="off" placeholder="https://" />
        </Form.Item>
      </FormDialog>
    </>
  );
}
