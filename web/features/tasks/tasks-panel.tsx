import { Button, Progress, Skeleton } from 'antd';
import type { Task, TaskState } from '#domain/contract/tasks.ts';
import { showMoment } from '#web/lib/dates.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { type TagTone, ToneTag } from '#web/ui/status-tag.tsx';
import { cancel, isOpen, retry, type useTasks } from './queries.ts';
import './tasks.css';

const words: Record<TaskState, { text: string; tone: TagTone }> = {
  WAITING: { text: 'Waiting', tone: 'plain' },
  RUNNING: { text: 'Running', tone: 'blue' },
  RETRYING: { text: 'Will try again', tone: 'amber' },
  DONE: { text: 'Done', tone: 'green' },
  FAILED: { text: 'Failed', tone: 'red' },
  CANCELLED: { text: 'Cancelled', tone: 'plain' },
};

/** The list of tasks: what is under way first, then what ended in the last days. */
export function TasksPanel({ tasks }: { tasks: ReturnType<typeof useTasks> }) {
  if (tasks.isPending) return <Skeleton active className="tasks-list" />;
  if (tasks.isError)
    return (
      <div className="tasks-list">
        <p>Cannot load the tasks.</p>
        <Button onClick={() => void tasks.refetch()}>Retry</Button>
      </div>
    );
  const list = tasks.data.tasks.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
  if (list.length === 0)
    return (
      <div className="tasks-list">
        <EmptyState title="No background tasks">
          Long work, such as removing many links, shows here; running projects show in their campaign.
        </EmptyState>
      </div>
    );
  return (
    <ul className="tasks-list">
      {list.map((task) => (
        <TaskLine key={task.id} task={task} />
      ))}
    </ul>
  );
}

function TaskLine({ task }: { task: Task }) {
  const { text, tone } = words[task.state];
  return (
    <li className="task">
      <div className="task-head">
        <span className="task-title" title={task.title}>
          {task.title}
        </span>
        <ToneTag tone={tone} isBusy={task.state === 'RUNNING'}>
          {text}
        </ToneTag>
      </div>
      {isOpen(task) && task.total !== null && (
        <Progress percent={percentOf(task)} size="small" showInfo={false} aria-label={task.title} />
      )}
      <div className="task-foot">
        <span className="task-note">{describe(task)}</span>
        {isOpen(task) && (
          <Button size="small" onClick={() => void cancel(task.id)}>
            Cancel
          </Button>
        )}
        {(task.state === 'FAILED' || task.state === 'CANCELLED') && (
          <Button size="small" onClick={() => void retry(task.id)}>
            Try again
          </Button>
        )}
      </div>
    </li>
  );
}

const percentOf = ({ done, total }: Task): number => (total ? Math.floor(((done ?? 0) / total) * 100) : 0);
const grouped = (value: number) => value.toLocaleString('en-US');

/** How far it is, why it waits or failed, and when it ended. */
function describe(task: Task): string {
  const parts: string[] = [];
  if (task.done !== null)
    parts.push(task.total === null ? grouped(task.done) : `${grouped(task.done)} of ${grouped(task.total)}`);
  if (task.note) parts.push(task.note);
  if (task.nextTryAt && task.state === 'WAITING') parts.push(`waits until ${showMoment(task.nextTryAt)}`);
  else if (task.nextTryAt) parts.push(`try ${task.tries + 1} of ${task.maxTries} at ${showMoment(task.nextTryAt)}`);
  if (task.endedAt) parts.push(showMoment(task.endedAt));
  return parts.join(' · ');
}
