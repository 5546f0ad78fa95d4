import { Button, Checkbox, Select } from 'antd';
import { useConnectors } from '#web/lib/connectors.ts';
import { basePath } from '#web/lib/path-prefix.ts';
import { Field } from '#web/ui/field.tsx';
import { SubmissionList } from '../sites/submission-list.tsx';
import { texts } from '../texts.ts';
import type { PostingForm } from '../use-project-form.ts';

interface IndexerTabProps {
  projectId: number;
  form: PostingForm;
}

/** Tab Indexer: services that are told of the new pages, and how far they are. */
export function IndexerTab({ projectId, form }: IndexerTabProps) {
  const { value, change } = form;
  const services = useConnectors('indexers') ?? [];
  const known = services.map(({ id, label }) => ({ value: id, label }));
  // What an earlier version offered is shown until it is taken out: it would be told as failed.
  const gone = value.indexers.filter((id) => services.length > 0 && !known.some((one) => one.value === id));
  const options = [...known, ...gone.map((id) => ({ value: id, label: `${id} (not in this version)` }))];
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
              options={options}
              onChange={(indexers: string[]) => change({ indexers })}
            />
          </Field>
          <SetUpLink />
        </div>
      )}
      <SubmissionList projectId={projectId} />
    </div>
  );
}

/** To the settings of the services, beside the form that is being edited. */
export function SetUpLink() {
  return (
    <Button href={`${basePath}/options?tab=indexer`} target="_blank" style={{ marginBottom: 16 }}>
      Set up indexing services
    </Button>
  );
}
