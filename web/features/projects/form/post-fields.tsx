import { Checkbox, Input, InputNumber, Select } from 'antd';
import { addressScripts, excerptSources, keywordWays, postStatuses } from '#domain/contract/post-settings.ts';
import { Field } from '#web/ui/field.tsx';
import { addressTexts, excerptTexts, keywordTexts, postStatusTexts } from '../texts.ts';
import type { PostingForm } from '../use-project-form.ts';

const optionsOf = <T extends string>(values: readonly T[], texts: Record<T, string>) =>
  values.map((value) => ({ value, label: texts[value] }));

/** What becomes of links that find no place in the article. */
export function CarrierFields({ form }: { form: PostingForm }) {
  const { value, change, problemAt } = form;
  const disabled = !form.isEditing;
  return (
    <div className="fields-2">
      <Field
        id="whenKeywordMissing"
        label="When the keyword is not in the article"
        hint="For the position Replace keyword. The link never stands bare between two sentences."
      >
        <Select
          id="whenKeywordMissing"
          disabled={disabled}
          value={value.whenKeywordMissing}
          options={optionsOf(keywordWays, keywordTexts)}
          onChange={(whenKeywordMissing) => change({ whenKeywordMissing })}
        />
      </Field>
      <Field
        id="carrierSentences"
        label="Carrier sentences"
        problem={problemAt('carrierSentences')}
        hint="One per line, {anchor} stands for the link, spin syntax allowed: {See|Visit} {anchor}. Empty: built-in ones in English, Arabic, Chinese, Hindi or Russian, by the script of the article."
      >
        <Input.TextArea
          id="carrierSentences"
          rows={3}
          maxLength={20_000}
          disabled={disabled}
          value={value.carrierSentences}
          onChange={(event) => change({ carrierSentences: event.target.value })}
        />
      </Field>
    </div>
  );
}

/** How posts look where the platform can show it. */
export function PostFields({ form }: { form: PostingForm }) {
  const { value, change, problemAt } = form;
  const disabled = !form.isEditing;
  return (
    <fieldset className="inset" aria-label="How posts look">
      <div className="fields-2">
        <Field
          id="category"
          label="Category"
          problem={problemAt('category')}
          hint="WordPress: made when missing, if the account may. A further line such as blog.example = Garden names another one for that site."
        >
          <Input.TextArea
            id="category"
            rows={2}
            maxLength={10_000}
            disabled={disabled}
            value={value.category}
            onChange={(event) => change({ category: event.target.value })}
          />
        </Field>
        <Field
          id="postStatus"
          label="Status of posts"
          hint="WordPress. A draft has no public page: no backlink, no proof. Published later: proved from its time on."
        >
          <Select
            id="postStatus"
            disabled={disabled}
            value={value.postStatus}
            options={optionsOf(postStatuses, postStatusTexts)}
            onChange={(postStatus) => change({ postStatus })}
          />
        </Field>
        {value.postStatus === 'timed' && (
          <Field
            id="publishAfterHours"
            label="Hours until it is shown"
            problem={problemAt('publishAfterHours')}
            hint="Counted from the sending. The site itself publishes the post then."
          >
            <InputNumber<number>
              id="publishAfterHours"
              min={1}
              disabled={disabled}
              value={value.publishAfterHours}
              onChange={(publishAfterHours) => change({ publishAfterHours })}
            />
          </Field>
        )}
        <Field
          id="addressScript"
          label="Address of posts"
          hint="WordPress. Made of the title; a suffix only where it is taken."
        >
          <Select
            id="addressScript"
            disabled={disabled}
            value={value.addressScript}
            options={optionsOf(addressScripts, addressTexts)}
            onChange={(addressScript) => change({ addressScript })}
          />
        </Field>
        <Field id="excerptFrom" label="Excerpt" hint="WordPress. Shown in lists of posts.">
          <Select
            id="excerptFrom"
            disabled={disabled}
            value={value.excerptFrom}
            options={optionsOf(excerptSources, excerptTexts)}
            onChange={(excerptFrom) => change({ excerptFrom })}
          />
        </Field>
      </div>
      <Switches form={form} />
    </fieldset>
  );
}

const switches = [
  ['authorBlock', 'Author name and bio at the end of posts', 'Where the article has them.'],
  ['featuredImage', 'First image as featured image', 'WordPress. It stands above the post instead of in it.'],
  ['hotlinkImages', 'Leave images where they are', 'Else WordPress gets them into its media library, with alt text.'],
  [
    'cleanAfterProof',
    'Take the look-up sign out after the proof',
    'A sign that readers do not see finds a post again whose answer was lost. Where posts can be changed.',
  ],
] as const;

function Switches({ form }: { form: PostingForm }) {
  return switches.map(([name, label, hint]) => (
    <p key={name}>
      <Checkbox
        id={name}
        disabled={!form.isEditing}
        checked={form.value[name]}
        aria-describedby={`${name}-hint`}
        onChange={(event) => form.change({ [name]: event.target.checked })}
      >
        {label}
      </Checkbox>
      <span id={`${name}-hint`} className="quiet switch-hint">
        {hint}
      </span>
    </p>
  ));
}
