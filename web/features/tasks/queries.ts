import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { topics } from '#domain/contract/live.ts';
import {
  cancelTask,
  listTasks,
  openTaskStates,
  retryTask,
  type Task,
  type TasksEventBody,
} from '#domain/contract/tasks.ts';
import { send } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { newer } from '#web/lib/versions.ts';

const key = ['tasks'];
type TasksData = z.infer<typeof listTasks.reply>;

/** The shown tasks, the newest first, kept fresh by the topic. */
export function useTasks() {
  useTopic(topics.tasks, applyEvents);
  return useQuery({ queryKey: key, queryFn: ({ signal }) => send(listTasks, { signal }) });
}

/** True while a task may still do something. */
export const isOpen = (task: Task): boolean => openTaskStates.includes(task.state);

function applyEvents(events: TasksEventBody[]): void {
  queryClient.setQueryData<TasksData>(key, (data) => data && { tasks: events.reduce(applyEvent, data.tasks) });
}

function applyEvent(list: Task[], event: TasksEventBody): Task[] {
  if (event.action !== 'taskChanged') return list;
  const held = list.find((task) => task.id === event.task.id);
  if (!held) return [event.task, ...list];
  return list.map((task) => (task === held ? newer(held, event.task) : task));
}

/** Ends a task; what it did so far stays. */
export const cancel = (id: string) =>
  attempt(() => send(cancelTask, { params: { id } }), { failed: 'Cannot cancel this task. Unexpected error' });

/** Begins a failed or cancelled task again. */
export const retry = (id: string) =>
  attempt(() => send(retryTask, { params: { id } }), { failed: 'Cannot begin this task again. Unexpected error' });
