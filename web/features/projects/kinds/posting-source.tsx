import { Select } from 'antd';
import type { ProjectPage } from '#domain/contract/projects/projects.ts';
import { Field } from '#web/ui/field.tsx';
import { optionsOf, ViewedSelect } from '#web/ui/viewed-select.tsx';
import { making } from '../making.ts';
import { useProfiles } from '../queries.ts';
import { texts } from '../texts.ts';
import type { ProjectForm } from '../use-project-form.ts';

interface PostingSourceProps {
  data: ProjectPage<'posting'>;
  form: ProjectForm<'posting'>;
}

/** Campaign and account profile of a posting project (D-PROJ-18). */
export function PostingSource({ data, form }: PostingSourceProps) {
  const { value, change, problemAt } = form;
  const profiles = useProfiles(value.selectedCampaignId);
  const profileRows =
    profiles.data?.profiles ?? (value.selectedCampaignId === data.selectedCampaignId ? data.profiles : []);
  const disabled = !form.isEditing;
  return (
    <>
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
        hint={texts.accountsHint}
        problem={problemAt('profileId') ?? (profiles.error ? texts.profilesFailed : undefined)}
      >
        <ViewedSelect
          id="profileId"
          what="account profile"
          value={value.profileId}
          rows={profileRows}
          disabled={disabled}
          path="/accounts/"
          {...(value.selectedCampaignId === null
            ? {}
            : { making: making.profile(data.project.id, value.selectedCampaignId) })}
          onChange={(profileId) => change({ profileId })}
        />
      </Field>
    </>
  );
}
