import { Button, Select } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import type { z } from 'zod';
import { basePath } from '#web/lib/path-prefix.ts';
import { NameDialog } from './name-dialog.tsx';

/** Said where a field names what is not there any more. */
export const deletedMeanwhile = 'It was deleted meanwhile. Please choose another one.';

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
  /** Makes a new one of this name in place, which is then chosen. */
  making?: { schema: z.ZodType<string>; done: string; failed: string; make: (name: string) => Promise<number> };
}

/** A searchable select with a button that opens the chosen thing in a new tab. */
export function ViewedSelect({ id, what, value, rows, disabled, path, onChange, making }: ViewedSelectProps) {
  // What was deleted meanwhile is shown as not chosen, and while editing it is not chosen either.
  const known = rows.some((row) => row.id === value) ? value : null;
  // One that was just made may be chosen before the list tells of it.
  const [made, setMade] = useState<number | null>(null);
  if (made !== null && made === known) setMade(null);
  const isGone = !disabled && value !== null && known === null && value !== made;
  const [isMaking, setIsMaking] = useState(false);
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
      {making && !disabled && (
        <Button aria-label={`New ${what}`} onClick={() => setIsMaking(true)}>
          New
        </Button>
      )}
      {making && (
        <NameDialog
          open={isMaking}
          title={`New ${what}`}
          okText="Create"
          {...making}
          onSubmit={async (name) => {
            const fresh = await making.make(name);
            setMade(fresh);
            onChange(fresh);
          }}
          onClose={() => setIsMaking(false)}
        />
      )}
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
          {deletedMeanwhile}
        </p>
      )}
    </div>
  );
}
