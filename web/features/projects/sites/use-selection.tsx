import { CheckSquareOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { countOf } from '#web/lib/plural.ts';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import type { AnyForm } from '../use-project-form.ts';

const UseSelectionDialog = fetchedPart(async () => (await import('./use-selection-dialog.tsx')).UseSelectionDialog);

/** What a selection did to the marks, so that it can be taken back. */
interface Used {
  said: string;
  before: ReadonlySet<string>;
  after: ReadonlySet<string>;
}

/** Checks the sites of a site selection, while the project is edited; one click takes it back. */
export function UseSelection({ form }: { form: AnyForm }) {
  const [isOpen, setIsOpen] = useState(false);
  const [used, setUsed] = useState<Used | null>(null);
  // Marks that were changed since are not to be lost by a step back.
  const last = form.isEditing && used?.after === form.selected ? used : null;
  if (!form.isEditing) return null;
  return (
    <>
      <div className="toolbar">
        <Button icon={<CheckSquareOutlined aria-hidden />} onClick={() => setIsOpen(true)}>
          Use site selection
        </Button>
        <div role="status">
          {last && (
            <Alert
              type="success"
              showIcon
              title={last.said}
              action={
                <Button size="small" onClick={() => form.select(last.before)}>
                  Undo
                </Button>
              }
            />
          )}
        </div>
      </div>
      <UseSelectionDialog
        open={isOpen}
        rows={form.rows}
        onClose={() => setIsOpen(false)}
        onUse={(name, keys, isAdded) => {
          const before = form.selected;
          const after = new Set([...(isAdded ? before : []), ...keys]);
          form.select(after);
          const nMore = [...after].filter((key) => !before.has(key)).length;
          const nLess = before.size + nMore - after.size;
          const changes = [`${countOf(nMore, 'site')} checked`, nLess > 0 ? `${nLess.toLocaleString()} unchecked` : ''];
          setUsed({ said: `${name}: ${changes.filter(Boolean).join(', ')}`, before, after });
        }}
      />
    </>
  );
}
