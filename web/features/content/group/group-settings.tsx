import { Button, InputNumber } from 'antd';
import { useState } from 'react';
import { type ContentGroup, maxUsageText, saveContentGroup } from '#domain/contract/content.ts';
import { Stale } from '#web/lib/failure.ts';
import { askStale, attempt, toast } from '#web/lib/notices.ts';
import { Field } from '#web/ui/field.tsx';
import { TagsInput } from '#web/ui/tags-input.tsx';
import { texts } from '../texts.ts';
import type { GroupSettings as GroupSettingsInput } from './article-queries.ts';
import '../content.css';

// The fixed pause before saving (2-content section 9).
const pauseMs = 500;
const rule = saveContentGroup.body.shape.maxUsagePerArticle;

interface GroupSettingsProps {
  group: ContentGroup;
  onSave: (settings: GroupSettingsInput) => Promise<boolean>;
}

/** Words that spinning leaves alone, and how often an article may be used. */
export function GroupSettings({ group, onSave }: GroupSettingsProps) {
  // Null while untouched, so that a change in another window shows.
  const [words, setWords] = useState<string | null>(null);
  const [typedMax, setTypedMax] = useState<number | null | undefined>(undefined);
  const [isSaving, setIsSaving] = useState(false);
  // The edition that was on the screen when the typing began.
  const [edition, setEdition] = useState<number | null>(null);
  const begin = () => setEdition((now) => now ?? group.edition);
  const drop = () => {
    setWords(null);
    setTypedMax(undefined);
    setEdition(null);
  };
  const shownWords = words ?? group.wordsNottobeChanged;
  const max = typedMax === undefined ? group.maxUsagePerArticle : typedMax;
  const problem = rule.safeParse(max).success ? undefined : maxUsageText;
  const isDirty = words !== null || typedMax !== undefined;
  const save = async (isOver = false) => {
    if (problem || max === null) return;
    setIsSaving(true);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const read = isOver ? undefined : (edition ?? group.edition);
    const settings = { wordsNottobeChanged: shownWords, maxUsagePerArticle: max, edition: read };
    const work = () =>
      onSave(settings).catch((error: unknown) => {
        if (!(error instanceof Stale)) throw error;
        askStale(error.message, { onOver: () => save(true), onReload: drop });
        return false;
      });
    if (await attempt(work, { failed: texts.settingsFailed })) {
      toast.success(texts.settingsSaved);
      drop();
    }
    setIsSaving(false);
  };
  return (
    <form
      className="panel group-settings"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field id="wordsNottobeChanged" label="Words not to be changed">
        <TagsInput
          id="wordsNottobeChanged"
          placeholder="Type a word, then a comma"
          value={shownWords}
          onChange={(next) => {
            begin();
            setWords(next);
          }}
        />
      </Field>
      <Field id="maxUsagePerArticle" label="Max usage per article" problem={problem} hint="0 means unlimited">
        <InputNumber<number>
          id="maxUsagePerArticle"
          min={0}
          precision={0}
          style={{ width: '100%' }}
          value={max}
          onChange={(next) => {
            begin();
            setTypedMax(next);
          }}
        />
      </Field>
      <Button type="primary" htmlType="submit" loading={isSaving} disabled={!isDirty}>
        Save settings
      </Button>
    </form>
  );
}
