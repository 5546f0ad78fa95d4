import { DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { askToDo, tellGone } from '#web/lib/notices.ts';
import { countOf } from '#web/lib/plural.ts';

/** Ids that were picked in a list, of the rows that are still there. */
export function usePicked(rows: readonly { id: number }[] | undefined) {
  const [picked, setPicked] = useState<number[]>([]);
  const there = useMemo(() => new Set(rows?.map(({ id }) => id)), [rows]);
  return [picked.filter((id) => there.has(id)), setPicked] as const;
}

interface DeletePickedProps {
  /** 'wizard' */
  noun: string;
  picked: number[];
  /** What is asked; the count of what is picked when left out. */
  title?: string;
  hint: string;
  done: string;
  failed: string;
  /** Gives how many were there to be deleted. */
  remove: (ids: number[]) => Promise<number>;
}

/** Deletes what is picked in a list, after a question. */
export function DeletePicked({ noun, picked, title, hint, done, failed, remove }: DeletePickedProps) {
  const ask = () =>
    askToDo(
      {
        title: title ?? `Delete ${countOf(picked.length, noun)}?`,
        content: hint,
        okText: `Delete ${picked.length}`,
        danger: true,
      },
      async () => tellGone(done, picked.length, await remove(picked)),
      { failed },
    );
  return (
    <Button icon={<DeleteOutlined aria-hidden />} disabled={picked.length === 0} onClick={ask}>
      Delete{picked.length > 0 ? ` (${picked.length})` : ''}
    </Button>
  );
}
