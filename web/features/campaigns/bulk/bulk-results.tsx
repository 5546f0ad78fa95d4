import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { ProjectRow } from '#domain/contract/projects/row.ts';
import { type BulkResult, maxProjectsAtOnce } from '#domain/contract/tallies.ts';
import { attempt, toast } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';
import { worded } from '#web/ui/worded.tsx';
import { texts } from '../campaign/texts.ts';

/** What became of projects that were started, say. */
export interface Told {
  verb: string;
  results: readonly BulkResult[];
  names: ReadonlyMap<number, string>;
  /** Does it to those that were COMPLETED all the same (D-ENG-27). */
  again?: ((ids: number[]) => Promise<void>) | undefined;
}

/** Calls with as many ids as one call takes, one call after the other. */
export async function inTurns(
  ids: readonly number[],
  call: (some: number[]) => Promise<{ results: BulkResult[] }>,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (let at = 0; at < ids.length; at += maxProjectsAtOnce)
    results.push(...(await call(ids.slice(at, at + maxProjectsAtOnce))).results);
  return results;
}

const isDone = ({ error }: BulkResult) => error?.code === 'ALREADY_DONE';

function wordsOf({ verb, results }: Told): string {
  const fine = results.filter((row) => row.error === null);
  const already = fine.filter((row) => !row.changed).length;
  const done = `${verb} ${countOf(fine.length - already, 'project')}`;
  return already === 0 ? done : `${done}, ${countOf(already, 'was', 'were')} so already`;
}

/** Says how many it was done to; answers what the operator must read: those it was not done to. */
export function tellResults(
  verb: string,
  results: readonly BulkResult[],
  { projects, again }: { projects: readonly ProjectRow[]; again?: Told['again'] },
): Told | null {
  const told = { verb, results, names: new Map(projects.map((row) => [row.id, row.name])), again };
  if (results.some((row) => row.error !== null)) return told;
  toast.success(wordsOf(told));
  return null;
}

/** Which projects it was not done to, by the reason. */
export function BulkResults({ told, onClose }: { told: Told | null; onClose: () => void }) {
  const refused = (told?.results ?? []).filter((row) => row.error !== null);
  const done = refused.filter(isDone).map((row) => row.id);
  const byReason = Map.groupBy(refused, (row) => row.error?.message ?? '');
  return (
    <Modal
      open={told !== null}
      title={told && `${wordsOf(told)}, ${refused.length.toLocaleString()} not`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {told?.again && done.length > 0 && <AgainButton ids={done} again={told.again} />}
        </>
      }
      onCancel={onClose}
      destroyOnHidden
    >
      <dl className="bulk-refused">
        {[...byReason].map(([reason, rows]) => (
          <div key={reason}>
            <dt>
              {worded(reason)} ({rows.length.toLocaleString()})
            </dt>
            <dd>{rows.map((row) => told?.names.get(row.id) ?? `Project ${row.id}`).join(', ')}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

function AgainButton({ ids, again }: { ids: number[]; again: (ids: number[]) => Promise<void> }) {
  const [isAsking, setIsAsking] = useState(false);
  const run = async () => {
    setIsAsking(true);
    await attempt(() => again(ids), { failed: texts.bulkStartFailed });
    setIsAsking(false);
  };
  return (
    <Button type="primary" loading={isAsking} onClick={() => void run()}>
      Post again to {ids.length.toLocaleString()}
    </Button>
  );
}
