import { Checkbox, Select } from 'antd';
import { indexerLabel, indexerServices } from '#domain/contract/options.ts';
import { Field } from '#web/ui/field.tsx';
import { texts } from '../texts.ts';
import type { PostingForm } from '../use-project-form.ts';

/** Tab Indexer: services that are told of the new pages. */
export function IndexerTab({ form }: { form: PostingForm }) {
  const { value, change } = form;
  return (
    <div className="panel project-form">
      <Checkbox
        disabled={!form.isEditing}
        checked={value.useIndexers}
        onChange={(event) => change({ useIndexers: event.target.checked })}
      >
        Use Indexing Services
      </Checkbox>
      {value.useIndexers && (
        <div className="inset" style={{ marginTop: 16 }}>
          <Field id="indexers" label="Indexing services" problem={form.problemAt('indexers')} hint={texts.indexersHint}>
            <Select
              id="indexers"
              mode="multiple"
              disabled={!form.isEditing}
              value={value.indexers}
              options={indexerServices.map((service) => ({ value: service, label: indexerLabel(service) }))}
              onChange={(indexers: string[]) => change({ indexers })}
            />
          </Field>
        </div>
      )}
    </div>
  );
}
