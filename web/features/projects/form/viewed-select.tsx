import { Button, Select } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { basePath } from '#web/lib/path-prefix.ts';
import { texts } from '../texts.ts';

/** Options of a select from rows with id and name. */
export const optionsOf = (rows: readonly { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

interface ViewedSelectProps {
  id: string;
  what: string;
  value: number | null;
  rows: readonly { id: number; name: string }[];
  disabled: boolean;
  /** Left out while the thing has no page of its own. */
  path?: string;
  onChange: (id: number | null) => void;
}

/** A searchable select with a button that opens the chosen thing in a new tab. */
export function ViewedSelect({ id, what, value, rows, disabled, path, onChange }: ViewedSelectProps) {
  // What was deleted meanwhile is shown as not chosen, and while editing it is not chosen either.
  const known = rows.some((row) => row.id === value) ? value : null;
  const isGone = !disabled && value !== null && known === null;
  const [wasLost, setWasLost] = useState(false);
  const forget = useEffectEvent(() => {
    setWasLost(true);
    onChange(null);
  });
  useEffect(() => {
    if (isGone) forget();
  }, [isGone]);
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
      {path !== undefined && (
        <Button
          aria-label={`View ${what}`}
          disabled={known === null}
          href={known === null ? undefined : `${basePath}${path}${known}`}
          target="_blank"
        >
          View
        </Button>
      )}
      {wasLost && known === null && !disabled && (
        <p role="alert" className="field-lost">
          {texts.deletedMeanwhile}
        </p>
      )}
    </div>
  );
}
