import { Button, Checkbox, Input, Select } from 'antd';
import { linkRels, type ProjectPage } from '#domain/contract/projects.ts';
import { Field } from '#web/ui/field.tsx';
import { TagsInput } from '#web/ui/tags-input.tsx';
import { useProfiles } from '../queries.ts';
import { relTexts, texts } from '../texts.ts';
import type { PostingForm } from '../use-posting-form.ts';
import { InputLinks } from './input-links.tsx';

interface GeneralTabProps {
  data: ProjectPage;
  form: PostingForm;
}

const optionsOf = (rows: readonly { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

/** Tab General: where accounts and articles come from, and what links the posts carry. */
export function GeneralTab({ data, form }: GeneralTabProps) {
  const { value, change, problemAt } = form;
  const profiles = useProfiles(value.selectedCampaignId);
  const profileRows =
    profiles.data?.profiles ?? (value.selectedCampaignId === data.selectedCampaignId ? data.profiles : []);
  const disabled = !form.isEditing;
  return (
    <div className="panel project-form">
      <div className="fields-2">
        <Field id="selectedCampaignId" label="Campaign" problem={problemAt('selectedCampaignId')}>
          <Select
            id="selectedCampaignId"
            showSearch={{ optionFilterProp: 'label' }}
            disabled={disabled}
            value={value.selectedCampaignId}
            options={optionsOf(data.campaigns ?? [])}
            // A profile of another campaign would be gone from the list.
            onChange={(selectedCampaignId) => change({ selectedCampaignId, profileId: null })}
          />
        </Field>
        <Field
          id="profileId"
          label="Account profile"
          problem={problemAt('profileId') ?? (profiles.error ? texts.profilesFailed : undefined)}
        >
          <ViewedSelect
            id="profileId"
            what="account profile"
            value={value.profileId}
            rows={profileRows}
            disabled={disabled}
            path="/accounts/"
            onChange={(profileId) => change({ profileId })}
          />
        </Field>
        <Field
          id="urlListId"
          label="Output link set"
          problem={problemAt('urlListId')}
          hint="The made pages are stored here"
        >
          <ViewedSelect
            id="urlListId"
            what="output link set"
            value={value.urlListId}
            rows={data.urlLists ?? []}
            disabled={disabled}
            path="/url_list/"
            onChange={(urlListId) => change({ urlListId })}
          />
        </Field>
        <Field id="contentGroupId" label="Content bucket" problem={problemAt('contentGroupId')}>
          <ViewedSelect
            id="contentGroupId"
            what="content bucket"
            value={value.contentGroupId}
            rows={data.contentGroups ?? []}
            disabled={disabled}
            path="/content-group/"
            onChange={(contentGroupId) => change({ contentGroupId })}
          />
        </Field>
      </div>
      <p>
        <Checkbox
          disabled={disabled}
          checked={value.useLinkSet}
          onChange={(event) => change({ useLinkSet: event.target.checked })}
        >
          Insert URLs
        </Checkbox>
      </p>
      {value.useLinkSet && <InputLinks urlLists={data.urlLists ?? []} form={form} />}
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
    </div>
  );
}

interface ViewedSelectProps {
  id: string;
  what: string;
  value: number | null;
  rows: readonly { id: number; name: string }[];
  disabled: boolean;
  path: string;
  onChange: (id: number | null) => void;
}

/** A searchable select with a button that opens the chosen thing in a new tab. */
function ViewedSelect({ id, what, value, rows, disabled, path, onChange }: ViewedSelectProps) {
  // What was deleted meanwhile is shown as not chosen.
  const known = rows.some((row) => row.id === value) ? value : null;
  return (
    <div className="with-button">
      <Select
        id={id}
        showSearch={{ optionFilterProp: 'label' }}
        disabled={disabled}
        placeholder="Search"
        value={known}
        options={optionsOf(rows)}
        onChange={onChange}
      />
      <Button
        aria-label={`View ${what}`}
        disabled={known === null}
        href={known === null ? undefined : `${path}${known}`}
        target="_blank"
      >
        View
      </Button>
    </div>
  );
}
