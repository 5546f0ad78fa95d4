import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { addBlockedSites, type BlockedSite } from '#domain/contract/options/blocked-sites.ts';
import { askToDo, tellGone, toast } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { ListColumn } from '#web/ui/list-column.ts';
import { ListFilter } from '#web/ui/list-filter.tsx';
import { compareText, ListTable } from '#web/ui/list-table.tsx';
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
  const [picked, setPicked] = useState<string[]>([]);
  const [isAdding, setIsAdding] = useState(false);
  const [search, setSearch] = useState('');
  const rows = blockedSites.map(({ id }) => ({ id, name: id }));
  const shown = rows.filter(({ id }) => id.includes(search.toLowerCase()));
  const selected = picked.filter((id) => rows.some((row) => row.id === id));
  const askDelete = () =>
    askToDo(
      {
        title: `Unblock ${countOf(selected.length, 'site')}?`,
        content: texts.deleteHint,
        okText: `Unblock ${selected.length}`,
        danger: true,
      },
      async () => tellGone(texts.deleted, selected.length, await unblock(selected)),
      { failed: texts.deleteFailed },
    );
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setIsAdding(true)}>
      Add
    </Button>
  );
  return (
    <>
      <div className="option-bar">
        <ListFilter
          noun="blocked sites"
          search={search}
          onSearch={setSearch}
          filters={[]}
          shown={shown.length}
          total={rows.length}
        />
        <span className="option-actions">
          <Button icon={<DeleteOutlined aria-hidden />} disabled={selected.length === 0} onClick={askDelete}>
            Delete
          </Button>
          {add}
        </span>
      </div>
      <ListTable<Row>
        list="blocked sites"
        rows={shown}
        columns={columns}
        selected={selected}
        onSelect={setPicked}
        empty={
          rows.length === 0 ? (
            <EmptyState title="No blocked sites" action={add}>
              {texts.empty}
            </EmptyState>
          ) : (
            <p className="quiet">{texts.noneFits}</p>
          )
        }
      />
      <FormDialog
        open={isAdding}
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
        onClose={() => setIsAdding(false)}
      >
        <Form.Item name="sites" label="Sites" extra={texts.addHint}>
          <Input.TextArea rows={8} className="typed-lines" spellCheck={false} autoComplete="off" />
        </Form.Item>
      </FormDialog>
    </>
  );
}
