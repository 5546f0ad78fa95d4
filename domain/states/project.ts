import { z } from 'zod';

/** All project statuses (1-core section 4). */
export const projectStatuses = [
  'NEW',
  'COMPLETED',
  'STOPPED',
  'FAILED',
  'SCHEDULED',
  'STARTING',
  'RUNNING',
  'STOPPING',
  'STARTING_VERIFYING',
  'VERIFYING',
  'STOPPING_VERIFYING',
  'STARTING_DOWNLOADING',
  'DOWNLOADING',
  'STOPPING_DOWNLOADING',
] as const;
export type ProjectStatus = (typeof projectStatuses)[number];
export const projectStatus = z.enum(projectStatuses);

/** What can happen to a project. */
export const projectEvents = [
  'start',
  'begin',
  'stop',
  'stopped',
  'complete',
  'fail',
  'schedule',
  'due',
  'unschedule',
  'verify',
  'verifyBegin',
  'verifyStop',
  'verifyEnd',
] as const;
export type ProjectEvent = (typeof projectEvents)[number];

/**
 * The one table of allowed transitions. `unschedule` and `verifyEnd` return to the status
 * held before (D-SCHED-04, D-PROJ-05); their target here only says that they are allowed.
 */
const idle: Partial<Record<ProjectEvent, ProjectStatus>> = {
  start: 'STARTING',
  schedule: 'SCHEDULED',
  verify: 'STARTING_VERIFYING',
};
const table: Record<ProjectStatus, Partial<Record<ProjectEvent, ProjectStatus>>> = {
  NEW: idle,
  COMPLETED: idle,
  STOPPED: idle,
  FAILED: idle,
  SCHEDULED: { schedule: 'SCHEDULED', due: 'STARTING', unschedule: 'NEW', verify: 'STARTING_VERIFYING' },
  STARTING: { begin: 'RUNNING', stop: 'STOPPED', fail: 'FAILED' },
  RUNNING: { stop: 'STOPPING', complete: 'COMPLETED', fail: 'FAILED' },
  STOPPING: { stopped: 'STOPPED' },
  STARTING_VERIFYING: { verifyBegin: 'VERIFYING', verifyStop: 'STOPPING_VERIFYING', verifyEnd: 'NEW' },
  VERIFYING: { verifyStop: 'STOPPING_VERIFYING', verifyEnd: 'NEW' },
  STOPPING_VERIFYING: { verifyEnd: 'NEW' },
  STARTING_DOWNLOADING: {},
  DOWNLOADING: {},
  STOPPING_DOWNLOADING: {},
};

/** Status after an event, or null when the table forbids it. */
export function nextStatus(status: ProjectStatus, event: ProjectEvent): ProjectStatus | null {
  return table[status][event] ?? null;
}

/** Statuses from which an event is allowed. */
export function statusesAllowing(event: ProjectEvent): ProjectStatus[] {
  return projectStatuses.filter((status) => table[status][event] !== undefined);
}

const plain = new Set<ProjectStatus>(['NEW', 'STOPPED', 'COMPLETED', 'FAILED', 'SCHEDULED']);
/** True while something runs, so that editing is not possible (1-core section 4). */
export function isBusy(status: ProjectStatus): boolean {
  return !plain.has(status);
}

/** True when the Start/Stop button reads Stop (D-PROJ-03). */
export function canStop(status: ProjectStatus): boolean {
  return status === 'STARTING' || status === 'RUNNING';
}

/** True when the Start/Stop button starts. */
export function canStart(status: ProjectStatus): boolean {
  return nextStatus(status, 'start') !== null;
}

/** True when the Verify button reads Stop verifying. */
export function canStopVerifying(status: ProjectStatus): boolean {
  return nextStatus(status, 'verifyStop') !== null;
}

export type StatusColour = 'plain' | 'blue' | 'purple' | 'orange';
/** Colour of a status on every screen (1-core section 4). */
export function statusColour(status: ProjectStatus): StatusColour {
  if (status === 'COMPLETED') return 'purple';
  if (status === 'FAILED') return 'orange';
  return isBusy(status) ? 'blue' : 'plain';
}

/** Which of the four counts of a campaign a status belongs to (D-CAMP-08). */
export function countedAs(status: ProjectStatus): 'scheduled' | 'running' | 'starting' | 'failed' | null {
  if (status === 'SCHEDULED') return 'scheduled';
  if (status === 'FAILED') return 'failed';
  if (status.startsWith('STARTING')) return 'starting';
  return status === 'RUNNING' || status === 'VERIFYING' || status === 'DOWNLOADING' ? 'running' : null;
}

export const stateTexts = {
  scheduled: 'The project is scheduled, you need to delete the schedule first',
  running: 'The project is already running',
  again: 'All sites of this project were posted to. Post to them again?',
  tellAgain: 'All chosen services were told of these links. Tell them again?',
  againNo: 'Only sites without a post',
  againYes: 'All chosen sites again',
} as const;
