import { Form, Input } from 'antd';
import { addBlockedSites, type BlockedSite } from '#domain/contract/options/blocked-sites.ts';
import { toast } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { ListColumn } from '#web/ui/list-column.ts';
import { compareText } from '#web/ui/list-table.tsx';
import { OptionList } from '../option-list.tsx';
import { block, unblock } from '../queries.ts';
import { texts } from './texts.ts';

type Row = BlockedSite & { name: string };

const columns: ListColumn<Row>[] = [
  {
    title: 'Site',
    key: 'site',
    stays: true,
    first: 'ascend',
    sorter: (a, b) => compareText(a.id, b.id),
    render: (row) => row.id,
  },
];

/** Hosts that are left alone whatever a project names. */
export function BlockedSitesTab({ blockedSites }: { blockedSites: BlockedSite[] }) {
  return (
    <OptionList<Row>
      noun={{ one: 'blocked site', many: 'blocked sites' }}
      rows={blockedSites.map(({ id }) => ({ id, name: id }))}
      columns={columns}
      removal={{ verb: 'Unblock', ...texts.removal, remove: (rows) => unblock(rows.map(({ id }) => id)) }}
      empty={texts.empty}
      dialog={(open, onClose) => <AddBlockedSites open={open} onClose={onClose} />}
    />
  );
}

function AddBlockedSites({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog
      open={open}
      title="Add Blocked Sites"
      okText="Add"
      schema={addBlockedSites.body}
      initial={{ sites: '' }}
      failed={texts.addFailed}
      onSubmit={async ({ sites }) => {
        const added = await block(sites);
        if (added > 0) toast.success(`${texts.added}: ${countOf(added, 'site')}`);
        else toast.info(texts.allThere);
      }}
      onClose={onClose}
    >
      <Form.Item name="sites" label="Sites" extra={texts.addHint}>
        <Input.TextArea rows={8} className="typed-lines" spellCheck={false} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}
