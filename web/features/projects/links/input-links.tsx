import { InputNumber, Select } from 'antd';
import { linkPositions } from '#domain/contract/projects/posting.ts';
import type { ProjectPage } from '#domain/contract/projects/projects.ts';
import { Field } from '#web/ui/field.tsx';
import { placementTexts } from '#web/ui/placement-texts.ts';
import { CarrierFields } from '../form/post-fields.tsx';
import { making } from '../making.ts';
import { texts } from '../texts.ts';
import type { PostingForm } from '../use-project-form.ts';
import { LinkSetRows } from './link-set-rows.tsx';

interface InputLinksProps {
  data: ProjectPage<'posting' | 'private'>;
  form: PostingForm;
}

/** What "Insert URLs" opens: input link sets, position and counts (D-PROJ-07). */
export function InputLinks({ data, form }: InputLinksProps) {
  const { value, change, problemAt } = form;
  const disabled = !form.isEditing;
  return (
    <div className="inset">
      <LinkSetRows
        id="linkSetProfiles"
        title="Input link sets"
        addText="Add input link set"
        rows={value.linkSetProfiles}
        urlLists={data.urlLists ?? []}
        making={making.linkSet(data.project.id, data.project.campaignId)}
        disabled={disabled}
        problem={problemAt('linkSetProfiles')}
        onChange={(linkSetProfiles) => change({ linkSetProfiles })}
      />
      <div className="fields-3">
        <Field id="linkPlacement" label="Link position" problem={problemAt('linkPlacement')}>
          <Select
            id="linkPlacement"
            disabled={disabled}
            value={value.linkPlacement}
            options={linkPositions.map((position) => ({ value: position, label: placementTexts[position] }))}
            onChange={(linkPlacement) => change({ linkPlacement })}
          />
        </Field>
        <Field id="minLinks" label="Min links per post" hint={texts.minMaxHint} problem={problemAt('minLinks')}>
          <InputNumber<number>
            id="minLinks"
            disabled={disabled}
            value={value.minLinks}
            onChange={(minLinks) => change({ minLinks })}
          />
        </Field>
        <Field id="maxLinks" label="Max links per post" hint={texts.minMaxHint} problem={problemAt('maxLinks')}>
          <InputNumber<number>
            id="maxLinks"
            disabled={disabled}
            value={value.maxLinks}
            onChange={(maxLinks) => change({ maxLinks })}
          />
        </Field>
      </div>
      <CarrierFields form={form} />
    </div>
  );
}
