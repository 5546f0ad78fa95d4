import { EyeOutlined, SaveOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { articleInput, type getArticle, saveArticle } from '#domain/contract/content.ts';
import { send } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { Field } from '#web/ui/field.tsx';
import { useLeaveGuard } from '#web/ui/leave-guard.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { PreviewDrawer } from './preview-drawer.tsx';
import { texts } from './texts.ts';

/** What the editor loads. */
export type ArticleData = z.output<typeof getArticle.reply>;

// The fixed pause before saving (2-content section 9).
const pauseMs = 300;
type Fields = { title: string; body: string; authorName: string; authorBio: string };

function fieldsOf({ article }: ArticleData): Fields {
  const { title, body, authorName, authorBio } = article;
  return { title, body, authorName, authorBio };
}

interface ArticleEditorProps {
  data: ArticleData;
  onFirstSave?: (id: number) => void;
}

/** Title, body and author of an article, with preview. */
export function ArticleEditor({ data, onFirstSave }: ArticleEditorProps) {
  const { article, contentGroup } = data;
  const [saved, setSaved] = useState(() => fieldsOf(data));
  const [value, setValue] = useState(saved);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isSaving, setIsSaving] = useState(false);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [newId, setNewId] = useState<number | null>(null);
  const isDirty = JSON.stringify(value) !== JSON.stringify(saved);
  useLeaveGuard(isDirty && newId === null);
  useEffect(() => {
    // After the guard has let go, so that the change of address is no leaving.
    if (newId !== null) onFirstSave?.(newId);
  }, [newId, onFirstSave]);
  const check = (next: Fields) => {
    const issues = articleInput.safeParse(next).error?.issues ?? [];
    setProblems(Object.fromEntries(issues.toReversed().map((issue) => [String(issue.path[0]), issue.message])));
    return issues.length === 0;
  };
  const change = (part: Partial<Fields>) => {
    const next = { ...value, ...part };
    setValue(next);
    if (Object.keys(problems).length > 0) check(next);
  };
  const save = async () => {
    if (!check(value)) return;
    setIsSaving(true);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const body = { ...value, id: article.id, contentGroupId: article.contentGroupId };
    const answer = await attempt(() => send(saveArticle, { body }), { done: texts.saved, failed: texts.saveFailed });
    setIsSaving(false);
    if (!answer) return;
    setSaved(value);
    if (article.id === null) setNewId(answer.id);
  };
  return (
    <PageFrame
      title={article.id === null ? 'New article' : saved.title || 'Article'}
      crumbs={[
        { text: `Content Group: ${contentGroup.name}`, to: `/content-group/${contentGroup.id}` },
        { text: 'Article' },
      ]}
      beside={article.id !== null && <span className="quiet">used {countOf(article.usageCount, 'time')}</span>}
      actions={
        <>
          <Button icon={<EyeOutlined aria-hidden />} onClick={() => setIsPreviewing(true)}>
            Preview
          </Button>
          <Button
            type="primary"
            icon={<SaveOutlined aria-hidden />}
            loading={isSaving}
            disabled={!isDirty}
            onClick={() => void save()}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="panel">
        <Field id="title" label="Title" problem={problems.title} hint="Spin syntax {a|b} may be used in title and body">
          <Input id="title" value={value.title} onChange={(event) => change({ title: event.target.value })} />
        </Field>
        <Field id="body" label="Body" problem={problems.body}>
          <Input.TextArea
            id="body"
            value={value.body}
            autoSize={{ minRows: 14, maxRows: 30 }}
            onChange={(event) => change({ body: event.target.value })}
          />
        </Field>
        <Field id="authorName" label="Author Name" problem={problems.authorName}>
          <Input
            id="authorName"
            value={value.authorName}
            style={{ maxWidth: 480 }}
            onChange={(event) => change({ authorName: event.target.value })}
          />
        </Field>
        <Field id="authorBio" label="Author Bio" problem={problems.authorBio}>
          <Input.TextArea
            id="authorBio"
            value={value.authorBio}
            autoSize={{ minRows: 3, maxRows: 8 }}
            onChange={(event) => change({ authorBio: event.target.value })}
          />
        </Field>
      </div>
      <PreviewDrawer open={isPreviewing} title={value.title} body={value.body} onClose={() => setIsPreviewing(false)} />
    </PageFrame>
  );
}
