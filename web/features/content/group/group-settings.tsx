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
  onSave: (settings: GroupSettingsInput) => Promise<ContentGroup>;
  /** Shows the settings that another window saved. */
  onStored: (stored: ContentGroup) => void;
}

/** What was typed; fields that nobody touched are left out, so that a change in another window shows. */
interface Typed {
  words?: string;
  max?: number | null;
  /** The edition that was on the screen when the typing began. */
  edition?: number;
}

/** What is left to be saved after a save: what was typed while it was on its way, over what it stored. */
function leftOf(now: Typed, sent: Typed, { edition }: ContentGroup): Typed {
  const left: Typed = {};
  if (now.words !== undefined && now.words !== sent.words) left.words = now.words;
  if (now.max !== undefined && now.max !== sent.max) left.max = now.max;
  return Object.keys(left).length > 0 ? { ...left, edition } : {};
}

/** Words that spinning leaves alone, and how often an article may be used. */
export function GroupSettings({ group, onSave, onStored }: GroupSettingsProps) {
  const [typed, setTyped] = useState<Typed>({});
  const [isSaving, setIsSaving] = useState(false);
  const type = (change: Typed) => setTyped((now) => ({ edition: group.edition, ...now, ...change }));
  const { words: shownWords = group.wordsNottobeChanged, max = group.maxUsagePerArticle } = typed;
  const problem = rule.safeParse(max).success ? undefined : maxUsageText;
  const isDirty = typed.words !== undefined || typed.max !== undefined;
  const save = async (isOver = false) => {
    if (problem || max === null) return;
    setIsSaving(true);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const edition = isOver ? undefined : (typed.edition ?? group.edition);
    const work = () =>
      onSave({ wordsNottobeChanged: shownWords, maxUsagePerArticle: max, edition }).catch((error: unknown) => {
        if (!(error instanceof Stale)) throw error;
        const onReload = () => {
          onStored(error.stored as ContentGroup);
          setTyped({});
        };
        askStale(error.message, { onOver: () => save(true), onReload });
        return null;
      });
    const saved = await attempt(work, { failed: texts.settingsFailed });
    if (saved) {
      toast.success(texts.settingsSaved);
      setTyped((now) => leftOf(now, typed, saved));
    }
    setIsSaving(false);
  };
  return (
    <form
      className="panel group-settings"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) void save();
      }}
    >
      <Field id="wordsNottobeChanged" label="Words not to be changed">
        <TagsInput
          id="wordsNottobeChanged"
          placeholder="Type a word, then a comma"
          value={shownWords}
          onChange={(words) => type({ words })}
        />
      </Field>
      <Field id="maxUsagePerArticle" label="Max usage per article" problem={problem} hint="0 means unlimited">
        <InputNumber<number>
          id="maxUsagePerArticle"
          min={0}
          precision={0}
          style={{ width: '100%' }}
          value={max}
          onChange={(next) => type({ max: next })}
        />
      </Field>
      <Button type="primary" htmlType="submit" loading={isSaving} disabled={!isDirty}>
        Save settings
      </Button>
    </form>
  );
}
