import { Button, Drawer } from 'antd';
import { useEffect, useRef, useState } from 'react';
import {
  type ArticleCategory,
  type DownloadSource,
  downloadArticle,
  downloadForms,
  downloadLabels,
} from '#domain/contract/article-downloads.ts';
import { send } from '#web/lib/call.ts';
import { Refusal } from '#web/lib/failure.ts';
import { attempt, toast } from '#web/lib/notices.ts';
import { BuilderFields, BuiltInFields, ForgeFields, type Order, UltraFields } from './source-fields.tsx';
import { texts } from './texts.ts';

/** How high the drawer of each source is, in px (D-CONT-09). */
const heights: Record<DownloadSource, number> = {
  BuiltInArticleBuilder: 390,
  ArticleForge: 500,
  ArticleBuilder: 390,
  UltraSpinnableArticle: 250,
};
/** How long a word on a download is shown, in s (2-content section 9). */
const shownS = 5;

const fieldsOf = {
  BuiltInArticleBuilder: BuiltInFields,
  ArticleForge: ForgeFields,
  ArticleBuilder: BuilderFields,
  UltraSpinnableArticle: UltraFields,
};
/** What a drawer shows at first; what is missing is asked for. */
const firstOf: Record<DownloadSource, Order> = {
  BuiltInArticleBuilder: { wordCount: 500, spinArticle: false },
  ArticleForge: { keyword: '', subKeywords: '' },
  ArticleBuilder: { wordCount: 500, spinArticle: false },
  UltraSpinnableArticle: { keywords: '' },
};

interface DownloadDrawerProps {
  source: DownloadSource;
  /** Those of the built-in builder. */
  categories: readonly ArticleCategory[];
  open: boolean;
  onClose: () => void;
  onDownloaded: (article: { title: string; body: string }) => void;
}

/** Asks a source for an article; closing it while that is on its way calls it off. */
export function DownloadDrawer({ source, categories, open, onClose, onDownloaded }: DownloadDrawerProps) {
  const { order, problems, isLoading, type, download, callOff } = useDownload(source, onDownloaded);
  const Fields = fieldsOf[source];
  const close = () => {
    callOff();
    onClose();
  };
  return (
    <Drawer
      open={open}
      placement="top"
      size={heights[source]}
      title={downloadLabels[source]}
      onClose={close}
      destroyOnHidden
      extra={
        <Button type="primary" loading={isLoading} onClick={() => void download()}>
          {texts.download}
        </Button>
      }
    >
      <form
        aria-label={downloadLabels[source]}
        className="download-form"
        onSubmit={(event) => {
          event.preventDefault();
          void download();
        }}
      >
        <Fields order={order} problems={problems} categories={categories} onType={type} />
        <p className="quiet">{source === 'BuiltInArticleBuilder' ? texts.free : texts.cost}</p>
        {/* Enter in a field downloads. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Drawer>
  );
}

function useDownload(source: DownloadSource, onDownloaded: DownloadDrawerProps['onDownloaded']) {
  const [order, setOrder] = useState(firstOf[source]);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isLoading, setIsLoading] = useState(false);
  const running = useRef<AbortController | null>(null);
  // Whoever leaves the article needs none any more.
  useEffect(() => () => running.current?.abort(), []);
  const ask = async (signal: AbortSignal) => {
    try {
      const inputInfo = JSON.stringify(order);
      return await send(downloadArticle, { body: { articleSource: source, inputInfo }, signal });
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof Refusal && error.field) setProblems({ [error.field]: error.message });
      throw error;
    }
  };
  const download = async () => {
    if (isLoading) return;
    const issues = downloadForms[source].safeParse(order).error?.issues ?? [];
    setProblems(Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message])));
    if (issues.length > 0) return;
    const own = new AbortController();
    running.current = own;
    setIsLoading(true);
    const failed = texts.failed(downloadLabels[source]);
    const answer = await attempt(() => ask(own.signal), { failed }, shownS);
    setIsLoading(false);
    if (!answer || own.signal.aborted) return;
    toast.success(texts.done, shownS);
    onDownloaded(answer.article);
  };
  const type = (field: string, value: Order[string]) => {
    setOrder((now) => ({ ...now, [field]: value }));
    setProblems(({ [field]: _, ...others }) => others);
  };
  return { order, problems, isLoading, type, download, callOff: () => running.current?.abort() };
}
