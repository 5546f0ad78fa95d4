import { Alert, Button, Checkbox } from 'antd';
import { useState } from 'react';
import { type LinkSetKeywords, linkSetKeywords, saveKeywords } from '#domain/contract/links.ts';
import { send } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { KeywordMix } from '#web/ui/keyword-mix.tsx';
import { useLeaveGuard } from '#web/ui/leave-guard.tsx';
import { keepKeywords, type LinksData, usePlacedMix } from '../queries.ts';
import { texts } from '../texts.ts';
import { MixChart } from './mix-chart.tsx';
import '../links.css';

/** Tab Keywords: which anchors the links of this set get, and in what mix. */
export function KeywordsTab({ head, isOpen }: { head: LinksData; isOpen: boolean }) {
  const { urlList, keywords: saved } = head;
  const { id } = urlList;
  const mix = usePlacedMix(id, { campaignId: head.campaign.id, isOpen });
  // Null while untouched, so that a save in another window shows, and never replaces what is typed.
  const [draft, setDraft] = useState<LinkSetKeywords | null>(null);
  const value = draft ?? saved;
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isSaving, setIsSaving] = useState(false);
  const isDirty = JSON.stringify(value) !== JSON.stringify(saved);
  useLeaveGuard(isDirty);
  const check = (next: LinkSetKeywords) => {
    const issues = linkSetKeywords.safeParse(next).error?.issues ?? [];
    setProblems(Object.fromEntries(issues.toReversed().map((issue) => [String(issue.path[0]), issue.message])));
    return issues.length === 0;
  };
  const change = (next: LinkSetKeywords) => {
    setDraft(next);
    if (Object.keys(problems).length > 0) check(next);
  };
  const save = async () => {
    if (!check(value)) return;
    setIsSaving(true);
    const answer = await attempt(() => send(saveKeywords, { params: { id }, body: value }), {
      done: texts.keywordsSaved,
      failed: texts.keywordsFailed,
    });
    if (answer) {
      keepKeywords(id, answer.keywords);
      setDraft(null);
    }
    setIsSaving(false);
  };
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Checkbox checked={value.useKeyword} onChange={(event) => change({ ...value, useKeyword: event.target.checked })}>
        Use keywords as anchors
      </Checkbox>
      <Alert
        type="info"
        style={{ margin: '12px 0 20px', maxWidth: 760 }}
        title={
          value.useKeyword
            ? 'Each placed link gets an anchor of this mix. A field may hold several keywords, separated by commas or in {spin|syntax}.'
            : 'Off: each link is placed with its own anchor.'
        }
      />
      <MixChart planned={value} mix={mix.data} hasFailed={mix.isError} />
      <KeywordMix
        value={value}
        problemAt={(field) => problems[field]}
        onChange={(part) => change({ ...value, ...part })}
      />
      <Button type="primary" htmlType="submit" loading={isSaving} disabled={!isDirty}>
        Save
      </Button>
    </form>
  );
}
