import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import {
  type ArticleCategory,
  type DownloadSource,
  downloadLabels,
  downloadSource,
} from '#domain/contract/article-downloads.ts';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import { texts } from './texts.ts';

const DownloadDrawer = fetchedPart(async () => (await import('./download-drawer.tsx')).DownloadDrawer);

interface DownloadMenuProps {
  /** Categories of the built-in builder. */
  categories: readonly ArticleCategory[];
  onDownloaded: (source: DownloadSource, article: { title: string; body: string }) => void;
}

/** Sources that give an article, each with a drawer that asks for what it needs. */
export function DownloadMenu({ categories, onDownloaded }: DownloadMenuProps) {
  const [opened, setOpened] = useState<DownloadSource | null>(null);
  const items = downloadSource.options.map((source) => ({
    key: source,
    label: downloadLabels[source],
    onClick: () => setOpened(source),
  }));
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button icon={<DownloadOutlined aria-hidden />}>{texts.menu}</Button>
      </Dropdown>
      {downloadSource.options.map((source) => (
        <DownloadDrawer
          key={source}
          source={source}
          categories={categories}
          open={opened === source}
          onClose={() => setOpened(null)}
          onDownloaded={(article) => {
            setOpened(null);
            onDownloaded(source, article);
          }}
        />
      ))}
    </>
  );
}
