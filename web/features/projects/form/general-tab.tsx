import { Checkbox, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { linkRels } from '#domain/contract/projects/posting.ts';
import type { ProjectPage } from '#domain/contract/projects/projects.ts';
import { Field } from '#web/ui/field.tsx';
import { TagsInput } from '#web/ui/tags-input.tsx';
import { ViewedSelect } from '#web/ui/viewed-select.tsx';
import { InputLinks } from '../links/input-links.tsx';
import { making } from '../making.ts';
import { relTexts, texts } from '../texts.ts';
import type { PostingForm } from '../use-project-form.ts';
import { PostFields } from './post-fields.tsx';

interface GeneralTabProps {
  data: ProjectPage<'posting' | 'private'>;
  form: PostingForm;
  /** Whose accounts post: a profile of a campaign, or a private network. */
  source: ReactNode;
}

/** Tab General: where accounts and articles come from, and what links the posts carry. */
export function GeneralTab({ data, form, source }: GeneralTabProps) {
  const { value, change, problemAt } = form;
  const { project } = data;
  const disabled = !form.isEditing;
  return (
    <div className="panel project-form">
      <div className="fields-2">
        {source}
        <Field id="urlListId" label="Output link set" problem={problemAt('urlListId')} hint={texts.outputHint}>
          <ViewedSelect
            id="urlListId"
            what="output link set"
            value={value.urlListId}
            rows={data.urlLists ?? []}
            disabled={disabled}
            path="/url_list/"
            making={making.linkSet(project.id, project.campaignId)}
            onChange={(urlListId) => change({ urlListId })}
          />
        </Field>
        <Field id="contentGroupId" label="Content group" problem={problemAt('contentGroupId')} hint={texts.contentHint}>
          <ViewedSelect
            id="contentGroupId"
            what="content group"
            value={value.contentGroupId}
            rows={data.contentGroups ?? []}
            disabled={disabled}
            path="/content-group/"
            making={making.contentGroup(project.id)}
            onChange={(contentGroupId) => change({ contentGroupId })}
          />
        </Field>
      </div>
      <p>
        <Checkbox
          disabled={disabled}
          checked={value.useLinkSet}
          aria-describedby="useLinkSet-hint"
          onChange={(event) => change({ useLinkSet: event.target.checked })}
        >
          Insert URLs
        </Checkbox>
        <span id="useLinkSet-hint" className="quiet switch-hint">
          {texts.insertHint}
        </span>
      </p>
      {value.useLinkSet && <InputLinks data={data} form={form} />}
      <div className="fields-2">
        <Field id="outputAnchor" label="Output URL anchors" hint="One per line; empty means the article's title">
          <Input.TextArea
            id="outputAnchor"
            rows={3}
            disabled={disabled}
            value={value.outputAnchor}
            onChange={(event) => change({ outputAnchor: event.target.value })}
          />
        </Field>
        <div>
          <Field id="linkRel" label="rel of placed links" hint="Written where the platform keeps it">
            <Select
              id="linkRel"
              disabled={disabled}
              value={value.linkRel}
              options={linkRels.map((rel) => ({ value: rel, label: relTexts[rel] }))}
              onChange={(linkRel) => change({ linkRel })}
            />
          </Field>
        </div>
      </div>
      <Field id="tags" label="Tags" problem={problemAt('tags')}>
        <TagsInput
          id="tags"
          disabled={disabled}
          placeholder="Type a tag, then a comma"
          value={value.tags}
          onChange={(tags) => change({ tags })}
        />
      </Field>
      <PostFields form={form} />
    </div>
  );
}
