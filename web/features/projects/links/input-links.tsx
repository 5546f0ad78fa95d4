import { InputNumber, Select } from 'antd';
import type { UrlList } from '#domain/contract/links.ts';
import { linkPositions } from '#domain/contract/projects/posting.ts';
import { Field } from '#web/ui/field.tsx';
import { CarrierFields } from '../form/post-fields.tsx';
import { placementTexts } from '../texts.ts';
import type { PostingForm } from '../use-project-form.ts';
import { LinkSetRows } from './link-set-rows.tsx';

interface InputLinksProps {
  urlLists: UrlList[];
  form: PostingForm;
}

/** What "Insert URLs" opens: input link sets, position and counts (D-PROJ-07). */
export function InputLinks({ urlLists, form }: InputLinksProps) {
  const { value, change, problemAt } = form;
  const disabled = !form.isEditing;
  return (
    <div className="inset">
      <LinkSetRows
        title="Input link sets"
        addText="Select Input URLs"
        rows={value.linkSetProfiles}
        urlLists={urlLists}
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
        <Field id="minLinks" label="Min links" problem={problemAt('minLinks')}>
          <InputNumber<number>
            id="minLinks"
            disabled={disabled}
            value={value.minLinks}
            onChange={(minLinks) => change({ minLinks })}
          />
        </Field>
        <Field id="maxLinks" label="Max links" problem={problemAt('maxLinks')}>
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
