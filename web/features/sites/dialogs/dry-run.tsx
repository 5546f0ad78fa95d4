import { PlayCircleOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Tag } from 'antd';
import { useRef, useState } from 'react';
import { dryRunSite, type ShownField, type ShownRequest } from '#domain/contract/dry-runs.ts';
import { send } from '#web/lib/call.ts';
import { failureText } from '#web/lib/failure.ts';
import { toast } from '#web/lib/notices.ts';
import { worded } from '#web/ui/worded.tsx';
import { showIssues, showRefusalAt } from '#web/ui/zod-form.ts';
import { texts } from '../texts.ts';
import type { SiteForm } from './site-form.ts';

/** Shows what a post would send to the site as it is typed; nothing needs to be saved for it. */
export function DryRun({ schema }: { schema: SiteForm }) {
  const form = Form.useFormInstance();
  const [isPending, setIsPending] = useState(false);
  const [shown, setShown] = useState<{ requests: ShownRequest[]; of: string } | null>(null);
  const typed = JSON.stringify(Form.useWatch([], form));
  const latest = useRef(0);
  const run = async () => {
    const read = schema.safeParse(form.getFieldsValue(true));
    showIssues(form, read.error?.issues ?? []);
    setShown(null);
    const [issue] = read.error?.issues ?? [];
    if (!read.success) return form.focusField(issue?.path.map(String) ?? 'settings');
    latest.current += 1;
    const own = latest.current;
    setIsPending(true);
    try {
      const answer = await send(dryRunSite, { body: read.data });
      if (own === latest.current) setShown({ requests: answer.requests, of: typed });
    } catch (error) {
      if (!showRefusalAt(form, error)) toast.error(failureText(error, texts.dryRunFailed));
    } finally {
      setIsPending(false);
    }
  };
  return (
    <>
      <p className="beside-settings">
        <Button icon={<PlayCircleOutlined aria-hidden />} loading={isPending} onClick={run}>
          {texts.dryRun}
        </Button>
        <span className="quiet">{texts.dryRunHint}</span>
      </p>
      <div role="status">
        {shown && shown.of !== typed && <Alert type="info" showIcon title={texts.isStale} />}
        {shown && shown.of === typed && <Requests requests={shown.requests} />}
      </div>
    </>
  );
}

function Requests({ requests }: { requests: ShownRequest[] }) {
  const isGood = requests.every(({ problems }) => problems.length === 0);
  return (
    <section className="dry-run" aria-label={texts.dryRun}>
      <Alert type={isGood ? 'success' : 'warning'} showIcon title={isGood ? texts.wouldSend : texts.wouldStop} />
      {requests.map((request) => (
        <Shown key={request.title} request={request} />
      ))}
    </section>
  );
}

function Shown({ request: { title, method, address, fields, notes, problems } }: { request: ShownRequest }) {
  return (
    <div className="dry-run-request">
      <h2>{title}</h2>
      <p className="dry-run-address">
        <Tag>{method}</Tag> {address}
      </p>
      {problems.map((problem) => (
        <Alert key={problem} type="error" showIcon title={worded(problem)} />
      ))}
      {notes.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
      <dl>
        {fields.map((field, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a form may send one name twice
          <Field key={`${field.name} ${at}`} field={field} />
        ))}
      </dl>
    </div>
  );
}

function Field({ field: { name, value, kind } }: { field: ShownField }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {kind === 'secret' ? <span className="quiet">The password, not shown</span> : value}
        {value === '' && kind === 'value' && <span className="quiet">Empty</span>}
        {kind === 'token' && <Tag>Read from the page</Tag>}
      </dd>
    </>
  );
}
