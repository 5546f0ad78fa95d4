import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Select, Tabs } from 'antd';
import { linkPositions } from '#domain/contract/projects/posting.ts';
import type { TierLinks, WizardLinkSet } from '#domain/contract/wizards.ts';
import { wizardBounds, wizardLinkSet } from '#domain/contract/wizards.ts';
import { askFirst } from '#web/lib/notices.ts';
import { Field } from '#web/ui/field.tsx';
import { KeywordMix } from '#web/ui/keyword-mix.tsx';
import { placementTexts } from '#web/ui/placement-texts.ts';
import { TabLabel } from '#web/ui/tab-label.tsx';
import { TagsInput } from '#web/ui/tags-input.tsx';
import { CopyFrom } from '../editor/copy-from.tsx';
import { TierTabs } from '../editor/tier-tabs.tsx';
import type { WizardForm } from '../editor/use-wizard-form.ts';
import { keywordHints, texts } from '../texts.ts';

/** Tab Links & Keywords: what each tier links to, and with which anchors. */
export function LinksTab({ form }: { form: WizardForm }) {
  return (
    <TierTabs form={form} tab="links">
      {(tier) => <LinksOfTier key={tier} form={form} tier={tier} />}
    </TierTabs>
  );
}

interface OfTier {
  form: WizardForm;
  tier: number;
}

const changeOf =
  ({ form, tier }: OfTier) =>
  (change: (own: TierLinks) => TierLinks) =>
    form.change((now) => ({
      ...now,
      linksAndKeywords: now.linksAndKeywords.map((own, at) => (at === tier - 1 ? change(own) : own)),
    }));

function LinksOfTier({ form, tier }: OfTier) {
  const links = form.value.linksAndKeywords[tier - 1];
  const problemAt = form.problemsAt({ tab: 'links', tier });
  if (!links) return null;
  const change = (part: Partial<TierLinks>) => changeOf({ form, tier })((own) => ({ ...own, ...part }));
  const count = (field: 'minLinks' | 'maxLinks', label: string) => (
    <Field id={field} label={label} problem={problemAt(field)}>
      <InputNumber<number> id={field} value={links[field]} onChange={(next) => change({ [field]: next })} />
    </Field>
  );
  return (
    <div className="panel">
      <CopyFrom form={form} part="linksAndKeywords" tier={tier} />
      <div className="wizard-form">
        <div className="fields-3">
          {count('minLinks', 'Min links')}
          {count('maxLinks', 'Max links')}
          <Field id="linkPosition" label="Link position" problem={problemAt('linkPosition')}>
            <Select
              id="linkPosition"
              value={links.linkPosition}
              options={linkPositions.map((position) => ({ value: position, label: placementTexts[position] }))}
              onChange={(linkPosition) => change({ linkPosition })}
            />
          </Field>
        </div>
        <Field id="tags" label="Tags" problem={problemAt('tags')}>
          <TagsInput
            id="tags"
            placeholder="Type a tag, then a comma"
            value={links.tags}
            onChange={(tags) => change({ tags })}
          />
        </Field>
        {tier === 1 ? (
          <LinkSets form={form} tier={tier} links={links} />
        ) : (
          <>
            <p className="quiet">This tier links to the pages of the tier above, with these keywords.</p>
            <LinkSetFields form={form} tier={tier} set={0} />
          </>
        )}
      </div>
    </div>
  );
}

function LinkSets({ form, tier, links }: OfTier & { links: TierLinks }) {
  const sets = links.linkSets;
  const open = Math.min(form.place.set, sets.length - 1);
  const put = (linkSets: WizardLinkSet[], set: number) => {
    changeOf({ form, tier })((own) => ({ ...own, linkSets }));
    form.go({ set });
  };
  const add = () => put([...sets, wizardLinkSet.parse({})], sets.length);
  const remove = () =>
    put(
      sets.filter((_, at) => at !== open),
      0,
    );
  return (
    <>
      <div className="toolbar">
        <strong>Link sets</strong>
        <Button
          size="small"
          className="push"
          icon={<PlusOutlined aria-hidden />}
          disabled={sets.length >= wizardBounds.linkSets}
          title={sets.length >= wizardBounds.linkSets ? `At most ${wizardBounds.linkSets} link sets` : undefined}
          onClick={() => askFirst({ title: texts.addSet, okText: 'Add', onOk: add })}
        >
          Add Link Set
        </Button>
        <Button
          size="small"
          icon={<DeleteOutlined aria-hidden />}
          disabled={sets.length < 2}
          onClick={() => askFirst({ title: texts.removeSet, okText: 'Remove', danger: true, onOk: remove })}
        >
          Remove Link Set
        </Button>
      </div>
      <Tabs
        size="small"
        type="card"
        destroyOnHidden
        activeKey={String(open)}
        onChange={(set) => form.go({ set: Number(set) })}
        items={sets.map((_, set) => ({
          key: String(set),
          label: <TabLabel label={`Link Set ${set + 1}`} hasProblem={form.hasProblem({ tab: 'links', tier, set })} />,
          children: set === open ? <LinkSetFields form={form} tier={tier} set={set} /> : null,
        }))}
      />
    </>
  );
}

function LinkSetFields({ form, tier, set }: OfTier & { set: number }) {
  const value = form.value.linksAndKeywords[tier - 1]?.linkSets[set];
  const problemAt = form.problemsAt({ tab: 'links', tier, set });
  if (!value) return null;
  const change = (part: Partial<WizardLinkSet>) =>
    changeOf({ form, tier })((own) => ({
      ...own,
      linkSets: own.linkSets.map((one, at) => (at === set ? { ...one, ...part } : one)),
    }));
  return (
    <>
      {tier === 1 && (
        <Field id="urls" label="URLs" problem={problemAt('urls')} hint="One per line">
          <Input.TextArea
            id="urls"
            rows={5}
            value={value.urls}
            onChange={(event) => change({ urls: event.target.value })}
          />
        </Field>
      )}
      <KeywordMix value={value} hints={keywordHints} problemAt={problemAt} onChange={change} />
    </>
  );
}
