import { EyeOutlined, SaveOutlined } from '@ant-design/icons';
import { Button, Spin } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { categoriesOf, downloadLabels } from '#domain/contract/article-downloads.ts';
import { type Article, articleInput, type getArticle, saveArticle } from '#domain/contract/content.ts';
import { labelOfSpinner, type SpinnerService } from '#domain/contract/options/spinner.ts';
import { send } from '#web/lib/call.ts';
import { Refusal, Stale } from '#web/lib/failure.ts';
import { askGone, askStale, attempt, toast } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import { Field } from '#web/ui/field.tsx';
import { focusField } from '#web/ui/focus.ts';
import { useLeaveGuard } from '#web/ui/leave-guard.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { CountsBar, type CountsHandle } from '../counts/counts-bar.tsx';
import { DownloadMenu } from '../download/download-menu.tsx';
import { isGone, saveAnew } from '../save-anew.ts';
import { SpinField, type SpinFieldHandle, type Written } from '../spin-field/spin-field.tsx';
import { AuthorFields, type Authors } from './author-fields.tsx';
import { type Replaced, ReplacedNotice } from './replaced-notice.tsx';
import { SpinMenu } from './spin-menu.tsx';
import { texts } from './texts.ts';
import { type SpunFields, useSpin } from './use-spin.ts';
import '../content.css';

/** What the editor loads. */
export type ArticleData = z.output<typeof getArticle.reply>;

const PreviewDrawer = fetchedPart(async () => (await import('./preview-drawer.tsx')).PreviewDrawer);

// The fixed pause before saving (2-content section 9).
const pauseMs = 300;
type Fields = SpunFields & Authors;
const order = ['title', 'body', 'authorName', 'authorBio'] as const;

interface ArticleEditorProps {
  data: ArticleData;
  onFirstSave?: (id: number) => void;
}

/** Title, body and author of an article, with preview. Title and body are held by their fields: a key costs the page nothing. */
export function ArticleEditor({ data, onFirstSave }: ArticleEditorProps) {
  const { article, contentGroup, spinners } = data;
  const [saved, setSaved] = useState({ authorName: article.authorName, authorBio: article.authorBio });
  const [authors, setAuthors] = useState<Authors>(saved);
  const [savedTitle, setSavedTitle] = useState(article.title);
  const [dirty, setDirty] = useState({ title: false, body: false });
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isSaving, setIsSaving] = useState(false);
  const [previewed, setPreviewed] = useState<SpunFields | null>(null);
  const [newId, setNewId] = useState<number | null>(null);
  const [replaced, setReplaced] = useState<Replaced[]>([]);
  const editionRead = useRef(article.edition);
  const titleField = useRef<SpinFieldHandle>(null);
  const bodyField = useRef<SpinFieldHandle>(null);
  const countsBar = useRef<CountsHandle>(null);
  const isDirty = dirty.title || dirty.body || JSON.stringify(authors) !== JSON.stringify(saved);
  useLeaveGuard(isDirty && newId === null);
  useEffect(() => {
    // After the guard has let go, so that the change of address is no leaving.
    if (newId !== null) onFirstSave?.(newId);
  }, [newId, onFirstSave]);
  const written = (): Record<'title' | 'body', Written | undefined> => ({
    title: titleField.current?.written(),
    body: bodyField.current?.written(),
  });
  const read = (): Fields => {
    const { title, body } = written();
    return { title: title?.text ?? article.title, body: body?.text ?? article.body, ...authors };
  };
  const check = (fields: Fields) => {
    const issues = articleInput.safeParse(fields).error?.issues ?? [];
    const found = Object.fromEntries(issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]));
    setProblems(found);
    return found;
  };
  /** Save and Spin begin with it: the first field that is wrong is gone to. */
  const isRight = (fields: Fields) => {
    const found = check(fields);
    const first = order.find((name) => name in found);
    if (first) focusField(first);
    return first === undefined;
  };
  const recheck = (part: Partial<Fields>) => {
    if (Object.keys(problems).length > 0) check({ ...read(), ...part });
  };
  const change = (part: Partial<Authors>) => {
    setAuthors({ ...authors, ...part });
    recheck(part);
  };
  const put = ({ title, body }: SpunFields) => {
    titleField.current?.replace(title);
    bodyField.current?.replace(body);
    setProblems(({ title: _title, body: _body, ...others }) => others);
  };
  // What was there before each spin and download is kept until the article is saved.
  const replace = (said: string, fields: SpunFields) => {
    const { title, body } = read();
    setReplaced((all) => [...all, { said, before: { title, body } }]);
    put(fields);
  };
  /** What the server refuses of a field is told there too, until it changes. */
  const landing = <T,>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      const field = error instanceof Refusal && order.find((name) => name === error.field);
      if (field) {
        setProblems((all) => ({ ...all, [field]: (error as Refusal).message }));
        focusField(field);
      }
      throw error;
    });
  const { id, contentGroupId } = article;
  const onSpun = (service: SpinnerService, fields: SpunFields) =>
    replace(texts.spunBy(labelOfSpinner(service)), fields);
  const { isSpinning, spin, cancel } = useSpin({ id, contentGroupId, onSpun, landing });
  /** Takes what is stored now for what is saved here. */
  const keep = (kept: Fields, edition: number, { title, body } = written()) => {
    editionRead.current = edition;
    setSaved({ authorName: kept.authorName, authorBio: kept.authorBio });
    setSavedTitle(kept.title);
    if (title) titleField.current?.keep(title);
    if (body) bodyField.current?.keep(body);
    setReplaced([]);
  };
  const showStored = (stored: Article) => {
    put(stored);
    setAuthors({ authorName: stored.authorName, authorBio: stored.authorBio });
    setProblems({});
    keep(stored, stored.edition);
  };
  const save = async (isOver = false): Promise<void> => {
    const fields = read();
    const docs = written();
    if (!isRight(fields)) return;
    setIsSaving(true);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const edition = isOver || id === null ? undefined : editionRead.current;
    const work = async () => {
      try {
        const body = { ...fields, id, contentGroupId, edition };
        return await landing(send(saveArticle, { body, quietOn: [404] }));
      } catch (error) {
        if (isGone(error)) askGone(texts.gone, texts.saveAnew, () => finish(() => saveAnew(contentGroup, fields)));
        else if (error instanceof Stale) {
          const onReload = () => showStored(error.stored as Article);
          askStale(error.message, { onOver: () => save(true), onReload });
        } else throw error;
        return null;
      }
    };
    const finish = async (saving: () => Promise<{ id: number; edition: number } | null>) => {
      const answer = await attempt(saving, { failed: texts.saveFailed });
      if (!answer) return;
      toast.success(texts.saved);
      keep(fields, answer.edition, docs);
      if (id !== answer.id) setNewId(answer.id);
    };
    await finish(work);
    setIsSaving(false);
  };
  return (
    <PageFrame
      title={article.id === null ? 'New article' : savedTitle || 'Article'}
      crumbs={[
        { text: `Content Group: ${contentGroup.name}`, to: `/content-group/${contentGroup.id}` },
        { text: 'Article' },
      ]}
      beside={article.id !== null && <span className="quiet">used {countOf(article.usageCount, 'time')}</span>}
      actions={
        <>
          <Spin spinning={isSpinning} size="small" className="article-tools">
            <DownloadMenu
              categories={categoriesOf(data.articleBuilderCategories)}
              onDownloaded={(source, article) => replace(texts.replacedBy(downloadLabels[source]), article)}
            />
            <SpinMenu
              spinners={spinners}
              isDisabled={isSpinning}
              onChoose={(service) => {
                const fields = read();
                if (isRight(fields)) void spin(service, fields);
              }}
            />
            <Button icon={<EyeOutlined aria-hidden />} disabled={isSpinning} onClick={() => setPreviewed(read())}>
              Preview
            </Button>
          </Spin>
          <Button
            type="primary"
            icon={<SaveOutlined aria-hidden />}
            loading={isSaving}
            disabled={!isDirty || isSpinning}
            onClick={() => void save()}
          >
            Save
          </Button>
        </>
      }
    >
      <ReplacedNotice
        isSpinning={isSpinning}
        onCancel={cancel}
        last={replaced.at(-1)}
        onUndo={({ before }) => {
          put(before);
          setReplaced((all) => all.slice(0, -1));
        }}
      />
      <div className="panel">
        <Field
          id="title"
          label="Title"
          problem={problems.title}
          hint="Spin syntax may be used in title and body: {a|b} picks one, {~a|b} puts all in random order"
          marksItself
        >
          <SpinField
            ref={titleField}
            {...{ id: 'title', label: 'Title', initial: article.title, placeholder: texts.titleHolder }}
            isOneLine
            isReadOnly={isSpinning}
            problem={problems.title}
            onDirty={(title) => setDirty((now) => (now.title === title ? now : { ...now, title }))}
            onWritten={(text) => Object.keys(problems).length > 0 && recheck({ title: text() })}
          />
        </Field>
        <Field id="body" label="Body" problem={problems.body} marksItself>
          <SpinField
            ref={bodyField}
            {...{ id: 'body', label: 'Body', initial: article.body, placeholder: texts.bodyHolder }}
            isReadOnly={isSpinning}
            problem={problems.body}
            onDirty={(body) => setDirty((now) => (now.body === body ? now : { ...now, body }))}
            onWritten={(text) => {
              countsBar.current?.count(text);
              if (Object.keys(problems).length > 0) recheck({ body: text() });
            }}
          />
          <CountsBar ref={countsBar} />
        </Field>
        <AuthorFields authors={authors} problems={problems} onChange={change} />
      </div>
      <PreviewDrawer open={previewed !== null} previewed={previewed} onClose={() => setPreviewed(null)} />
    </PageFrame>
  );
}
