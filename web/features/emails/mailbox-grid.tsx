import { DownloadOutlined, PlusOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { exportMailboxes, loginStates, type Mailbox, stopCheckingMailboxes } from '#domain/contract/mailboxes.ts';
import { download, send } from '#web/lib/call.ts';
import { attempt, toast } from '#web/lib/notices.ts';
import { ChoiceFilter } from '#web/ui/filter-fields.tsx';
import { LongList } from '#web/ui/long-list/long-list.tsx';
import type { Selected } from '#web/ui/long-list/use-selection.ts';
import { MailboxDialog } from './form/mailbox-dialog.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { loginWords, mailboxColumns } from './mailbox-columns.tsx';
import { type Chosen, keyOf, mailboxImport, useMailboxes } from './queries.ts';
import { listTexts, texts } from './texts.ts';
import './emails.css';

const noFilter = { search: '', used: '', login: '' };
/** The list as it opens, as it stands in the address. */
export const firstView = { ...noFilter, sort: 'address', order: 'asc' as 'asc' | 'desc' };
const usedOptions = [
  { value: 'no' as const, label: 'Unused' },
  { value: 'yes' as const, label: 'Used' },
];
const loginOptions = loginStates.map((value) => ({ value, label: loginWords[value] }));

interface MailboxGridProps {
  /** Mailboxes of the whole list, and how many of them wait for the test of their logins. */
  total: number;
  nChecking: number;
  view: typeof firstView;
  onView: (change: Partial<typeof firstView>) => void;
}

/** The list of mailboxes with all that can be done to it. */
export function MailboxGrid({ total, nChecking, view: address, onView }: MailboxGridProps) {
  const { search } = address;
  const used = usedOptions.find(({ value }) => value === address.used)?.value;
  const login = loginOptions.find(({ value }) => value === address.login)?.value;
  const view = { ...address, used, login };
  const filter = search || used || login ? JSON.stringify([search, used, login]) : '';
  const { list, add, edit, check, mark } = useMailboxes(view, filter);
  const [isHelp, setIsHelp] = useState(false);
  const [edited, setEdited] = useState<Mailbox | 'new' | null>(null);
  return (
    <LongList<Mailbox>
      list={list}
      id={0}
      total={total}
      keyOf={keyOf}
      nameOf={(row) => row.address}
      columns={mailboxColumns(setEdited)}
      view={view}
      onView={onView}
      filter={filter}
      filters={
        <>
          <ChoiceFilter
            label="Used"
            value={used ?? ''}
            options={usedOptions}
            onChange={(next) => onView({ used: next })}
          />
          <ChoiceFilter
            label="Login"
            value={login ?? ''}
            options={loginOptions}
            onChange={(next) => onView({ login: next })}
          />
        </>
      }
      onClear={() => onView(noFilter)}
      textSorts={['address']}
      importKind={mailboxImport}
      texts={listTexts}
      paste={{ title: 'Paste mailboxes', placeholder: mailboxImport.forms[0] ?? '' }}
      head={() => nChecking > 0 && <CheckBanner count={nChecking} />}
      add={
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>
          Add Email
        </Button>
      }
      exports={
        <>
          <Button icon={<DownloadOutlined aria-hidden />} disabled={total === 0} onClick={() => void save()}>
            Export
          </Button>
          <Button icon={<QuestionCircleOutlined aria-hidden />} onClick={() => setIsHelp(true)}>
            Help
          </Button>
        </>
      }
      bulk={(selection) => <BulkButtons selection={selection} onCheck={check} onMark={mark} />}
    >
      <HelpDialog open={isHelp} onClose={() => setIsHelp(false)} />
      <MailboxDialog
        edited={edited}
        onSave={async (box, edition) => {
          if (edited !== 'new' && edited !== null) await edit(edited, box, edition);
        }}
        onAdd={add}
        onClose={() => setEdited(null)}
      />
    </LongList>
  );
}

const save = () => attempt(() => download(exportMailboxes, {}, 'Mailboxes.csv'), { failed: texts.exportFailed });

/** How many still wait, and the way to stop it. */
function CheckBanner({ count }: { count: number }) {
  const stop = () => attempt(() => send(stopCheckingMailboxes, {}), { failed: texts.stopFailed });
  return (
    <Alert
      className="check-banner"
      type="info"
      showIcon
      title={<span role="status">{texts.checking(count)}</span>}
      action={<Button onClick={() => void stop()}>Stop</Button>}
    />
  );
}

interface BulkButtonsProps {
  selection: Selected<Mailbox>;
  onCheck: (chosen: Chosen) => Promise<number>;
  onMark: (chosen: Chosen, used: boolean) => Promise<number>;
}

function BulkButtons({ selection: { count, isAll, chosen }, onCheck, onMark }: BulkButtonsProps) {
  const which = isAll ? 'all' : chosen;
  const label = count > 0 ? ` (${count.toLocaleString()})` : '';
  const mark = async (used: boolean) => {
    const n = await attempt(() => onMark(which, used), { failed: texts.markFailed });
    if (n !== undefined) toast.success(texts.marked(n, used));
  };
  return (
    <>
      <Button disabled={count === 0} onClick={() => void attempt(() => onCheck(which), { failed: texts.checkFailed })}>
        Test Login{label}
      </Button>
      <Button disabled={count === 0} onClick={() => void mark(false)}>
        Mark Unused{label}
      </Button>
      <Button disabled={count === 0} onClick={() => void mark(true)}>
        Mark Used{label}
      </Button>
    </>
  );
}
