import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { type ShownPost, showOneFile, showOnePost } from '#domain/contract/previews.ts';
import type { SiteRow } from '#domain/contract/projects/projects.ts';
import { download, send } from '#web/lib/call.ts';
import { failureText } from '#web/lib/failure.ts';
import { attempt } from '#web/lib/notices.ts';
import { Field } from '#web/ui/field.tsx';
import { worded } from '#web/ui/worded.tsx';
import { rowKey } from '../queries.ts';
import { texts } from '../texts.ts';
import type { PostingForm } from '../use-project-form.ts';
import { ShownPostView } from './shown-post.tsx';

interface ShowOneDrawerProps {
  open: boolean;
  projectId: number;
  form: PostingForm;
  onClose: () => void;
}

/** Sites offered at once: whoever has more types a part of the name. */
const maxOffered = 100;

/** A post of the project for a chosen site, composed as it would be sent; "Another" composes a further one. */
export function ShowOneDrawer({ open, projectId, form, onClose }: ShowOneDrawerProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [turn, setTurn] = useState(0);
  const marked = form.rows.filter((row) => form.selected.has(rowKey(row)));
  const rows = marked.length > 0 ? marked : form.rows;
  const site = rows.find((row) => rowKey(row) === chosen) ?? rows[0];
  const isMatch = (row: SiteRow) => row.id.siteId.toLowerCase().includes(search.toLowerCase());
  return (
    <Drawer
      open={open}
      placement="right"
      size="min(960px, 100vw)"
      title="One post, as it would be sent"
      onClose={onClose}
      destroyOnHidden
      extra={
        <Button icon={<ReloadOutlined aria-hidden />} disabled={!site} onClick={() => setTurn(turn + 1)}>
          Another
        </Button>
      }
    >
      <Field id="show-site" label="Site" hint="Nothing is sent or counted by looking.">
        <Select
          id="show-site"
          showSearch={{ searchValue: search, onSearch: setSearch, filterOption: false }}
          value={site && rowKey(site)}
          options={rows
            .filter(isMatch)
            .slice(0, maxOffered)
            .map((row) => ({ value: rowKey(row), label: row.id.siteId }))}
          onChange={setChosen}
        />
      </Field>
      {site ? (
        <ShownOne projectId={projectId} site={site.id} turn={turn} />
      ) : (
        <Alert type="info" showIcon title="There is no site of this type yet" />
      )}
    </Drawer>
  );
}

interface ShownOneProps {
  projectId: number;
  site: SiteRow['id'];
  turn: number;
}

function ShownOne({ projectId, site, turn }: ShownOneProps) {
  const { data, error } = useQuery({
    queryKey: ['show-one', projectId, site, turn],
    queryFn: ({ signal }) => send(showOnePost, { params: { id: projectId }, body: { site, turn }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (error)
    return <Alert type="error" showIcon role="alert" title={worded(failureText(error, texts.showOneFailed))} />;
  if (!data) return <Skeleton active paragraph={{ rows: 12 }} aria-busy />;
  return (
    <>
      {data.post.file && <AsFile projectId={projectId} site={site} turn={turn} post={data.post} />}
      <ShownPostView post={data.post} />
    </>
  );
}

/** What the site gets is no page but a file, which can be looked at. */
function AsFile({ projectId, site, turn, post }: ShownOneProps & { post: ShownPost }) {
  const input = { params: { id: projectId }, body: { site, turn } };
  const save = () => download(showOneFile, input, `${post.title}.pdf`);
  return (
    <Alert
      type="info"
      showIcon
      title={`It is sent as a PDF of ${Math.ceil((post.file?.length ?? 0) / 1_000)} kB`}
      description={
        <>
          <p>Below is its text; images are left out.</p>
          <Button
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => void attempt(save, { failed: texts.showFileFailed })}
          >
            Download the PDF
          </Button>
        </>
      }
      style={{ marginBottom: 12 }}
    />
  );
}
