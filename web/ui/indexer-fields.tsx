import { Button, Checkbox, Select } from 'antd';
import { useConnectors } from '#web/lib/connectors.ts';
import { basePath } from '#web/lib/path-prefix.ts';
import { Field } from './field.tsx';
import './fields.css';

interface Indexing {
  useIndexers: boolean;
  indexers: string[];
}

interface IndexerFieldsProps {
  value: Indexing;
  disabled?: boolean;
  problem: string | undefined;
  onChange: (part: Partial<Indexing>) => void;
}

/** Services that are told of the new pages. */
export function IndexerFields({ value, disabled = false, problem, onChange }: IndexerFieldsProps) {
  const services = useConnectors('indexers') ?? [];
  const known = services.map(({ id, label }) => ({ value: id, label }));
  // What an earlier version offered is shown until it is taken out: it would be told as failed.
  const gone = value.indexers.filter((id) => services.length > 0 && !known.some((one) => one.value === id));
  const options = [...known, ...gone.map((id) => ({ value: id, label: `${id} (not in this version)` }))];
  return (
    <>
      <Checkbox
        disabled={disabled}
        checked={value.useIndexers}
        onChange={(event) => onChange({ useIndexers: event.target.checked })}
      >
        Use Indexing Services
      </Checkbox>
      {value.useIndexers && (
        <div className="inset" style={{ marginTop: 16 }}>
          <Field
            id="indexers"
            label="Indexing services"
            problem={problem}
            hint="When a run ends, they are told of the pages that it made."
          >
            <Select
              id="indexers"
              mode="multiple"
              disabled={disabled}
              value={value.indexers}
              options={options}
              onChange={(indexers: string[]) => onChange({ indexers })}
            />
          </Field>
          <SetUpLink />
        </div>
      )}
    </>
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
