import { DeleteOutlined, DownloadOutlined, PlusOutlined, RobotOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ArticleRow, KmCampaign } from '#domain/contract/content.ts';
import { type GeneratorJob, generatorTexts } from '#domain/contract/generator.ts';
import { useListAddress } from '#web/lib/address.ts';
import { byId } from '#web/lib/lists.ts';
import { askToDo, tellGone } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { truncate } from '#web/lib/truncate.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { JumpField } from '#web/ui/long-list/jump-field.tsx';
import { type KeyedColumn, KeyedTable } from '#web/ui/long-list/keyed-table.tsx';
import { useSelection } from '#web/ui/long-list/use-selection.ts';
import { NoneFits } from '#web/ui/none-fits.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { ToneTag } from '#web/ui/status-tag.tsx';
import { GenerateDrawer } from '../generate/generate-drawer.tsx';
import { texts as generateTexts } from '../generate/texts.ts';
import { shownLength, texts } from '../texts.ts';
import { type ArticlesView, useArticles } from './article-queries.ts';
import { CampaignDialog } from './campaign-dialog.tsx';
import { UploadDialog, type UploadMode } from './upload-dialog.tsx';

const firstView: ArticlesView = { search: '', sort: 'id', order: 'desc' };
const columns: KeyedColumn<ArticleRow>[] = [
  { key: 'id', title: 'ID', width: '110px', sort: 'id', render: (row) => row.id },
  {
    key: 'title',
    stays: true,
    narrow: 'beside',
    title: 'Title',
    width: 'minmax(320px, 1fr)',
    sort: 'title',
    render: (row) => (
      <span className="article-title">
        <Link to={`/article/${row.id}`} className="ellipsis" title={row.title}>
          {truncate(row.title, shownLength.articleTitle)}
        </Link>
        {row.isBroken && (
          <span title={texts.brokenHint}>
            <ToneTag tone="red">{texts.broken}</ToneTag>
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'usage',
    narrow: 'beside',
    title: 'Usage Count',
    hint: 'In how many posts the article was used',
    width: '172px',
    sort: 'usageCount',
    render: (row) => row.usageCount.toLocaleString(),
  },
];

interface ArticlesTableProps {
  groupId: number;
  total: number;
  /** Campaigns at Kontent Machine, as they were listed last. */
  campaigns: KmCampaign[];
  onCampaigns: (campaigns: KmCampaign[]) => void;
  /** Articles are being written by a service. */
  isWriting: boolean;
  /** Articles were ordered. */
  onJob: (job: GeneratorJob) => void;
}

/** Articles of a group with add, both uploads, the download of a campaign, delete and search. */
export function ArticlesTable({ groupId, total, campaigns, onCampaigns, isWriting, onJob }: ArticlesTableProps) {
  const navigate = useNavigate();
  const [view, setView] = useListAddress(firstView);
  const articles = useArticles(groupId, view);
  const selection = useSelection({ rows: articles.rows, keyOf: byId, view: view.search, countAll: articles.countAll });
  const [upload, setUpload] = useState<UploadMode | null>(null);
  const [isGenerating, setIsGenerating] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const selected = selection.chosen.map(byId);
  const askDelete = () =>
    askToDo(
      {
        title: `Delete ${countOf(selected.length, 'article')}?`,
        content: `${selected.length} ${selected.length === 1 ? 'article is' : 'articles are'} deleted. What was posted from them stays.`,
        okText: `Delete ${selected.length}`,
        danger: true,
      },
      async () => {
        tellGone(texts.articlesDeleted, selected.length, await articles.remove(selected));
        selection.clear();
      },
      { failed: texts.articlesDeleteFailed },
    );
  const uploads = {
    items: [
      { key: 'firstLine', label: 'Upload articles', onClick: () => setUpload('firstLine') },
      { key: 'fileName', label: 'Upload articles, title from the file name', onClick: () => setUpload('fileName') },
    ],
  };
  const sources = {
    // A group has one order at a time.
    items: [
      isWriting
        ? { key: 'busy', label: generatorTexts.already, disabled: true }
        : { key: 'OpenAI', label: generateTexts.source, onClick: () => setIsGenerating(true) },
    ],
  };
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => void navigate(`/new-article/${groupId}`)}>
      Add article
    </Button>
  );
  return (
    <>
      <div className="toolbar">
        <ActionBar main={add}>
          <Dropdown trigger={['click']} menu={uploads}>
            <Button icon={<UploadOutlined aria-hidden />}>Upload</Button>
          </Dropdown>
          <Dropdown trigger={['click']} menu={sources}>
            <Button icon={<RobotOutlined aria-hidden />}>{generateTexts.menu}</Button>
          </Dropdown>
          <Button icon={<DownloadOutlined aria-hidden />} onClick={() => setIsChoosing(true)}>
            {texts.campaigns.open}
          </Button>
          <Button icon={<DeleteOutlined aria-hidden />} disabled={selected.length === 0} onClick={askDelete}>
            Delete{selected.length > 0 ? ` (${selected.length})` : ''}
          </Button>
        </ActionBar>
      </div>
      <div className="toolbar">
        <SearchBox label="Search titles" initial={view.search} onSearch={(search) => setView({ search })} />
        {view.search !== '' && (
          <span className="quiet" role="status">
            {articles.nFit === null ? '…' : articles.nFit.toLocaleString()} of {countOf(total, 'article')}
          </span>
        )}
        <span className="push">
          <JumpField
            byText={view.sort === 'title'}
            total={view.search === '' ? total : articles.nFit}
            missed={articles.more.missed}
            onJump={articles.more.jump}
          />
        </span>
      </div>
      <KeyedTable<ArticleRow>
        label="Articles"
        rows={articles.rows}
        keyOf={byId}
        nameOf={(row) => row.title}
        columns={columns}
        isSelected={selection.has}
        onPick={selection.pick}
        between={articles.between}
        sort={view}
        onSort={setView}
        isLoading={articles.query.isPending}
        more={articles.more}
        empty={
          view.search ? (
            <NoneFits title="No article fits the search" onClear={() => setView({ search: '' })} />
          ) : (
            <EmptyState title="No articles yet" action={add}>
              Write one, or upload text, HTML and Markdown files, one by one or as a ZIP.
            </EmptyState>
          )
        }
      />
      <CampaignDialog open={isChoosing} onClose={() => setIsChoosing(false)} {...{ groupId, campaigns, onCampaigns }} />
      <GenerateDrawer isOpen={isGenerating} onClose={() => setIsGenerating(false)} {...{ groupId, onJob }} />
      <UploadDialog mode={upload} groupId={groupId} onClose={() => setUpload(null)} />
    </>
  );
}
