import { describe, expect, it } from 'vitest';
import { nextPostState, type PostState, postEvents, postStateGroups, postStates, postStatesAllowing } from './post.ts';
import {
  canStart,
  canStop,
  countedAs,
  isBusy,
  nextStatus,
  type ProjectEvent,
  type ProjectStatus,
  projectStatuses,
  statusColour,
  statusesAllowing,
} from './project.ts';

const projectEvents: ProjectEvent[] = [
  ...(['start', 'begin', 'stop', 'stopped', 'complete', 'fail', 'schedule', 'due', 'unschedule'] as const),
  ...(['verify', 'verifyBegin', 'verifyStop', 'verifyEnd'] as const),
];
const idle: ProjectStatus[] = ['NEW', 'COMPLETED', 'STOPPED', 'FAILED'];

describe('project statuses', () => {
  it.each<[ProjectEvent, ProjectStatus[]]>([
    ['start', idle],
    ['stop', ['STARTING', 'RUNNING']],
    ['schedule', [...idle, 'SCHEDULED']],
    ['unschedule', ['SCHEDULED']],
    ['due', ['SCHEDULED']],
    ['begin', ['STARTING']],
    ['stopped', ['STOPPING']],
    ['complete', ['RUNNING']],
    ['fail', ['STARTING', 'RUNNING']],
    ['verify', [...idle, 'SCHEDULED']],
    ['verifyStop', ['STARTING_VERIFYING', 'VERIFYING']],
  ])('%s happens from these alone', (event, statuses) => {
    expect(statusesAllowing(event).sort()).toEqual([...statuses].sort());
  });

  it('a scheduled project cannot be started by hand', () => {
    expect(nextStatus('SCHEDULED', 'start')).toBeNull();
    expect(canStart('SCHEDULED')).toBe(false);
  });

  it('the button starts, or stops, or does neither; never both', () => {
    for (const status of projectStatuses) expect(canStart(status) && canStop(status)).toBe(false);
    expect(projectStatuses.filter(canStart)).toEqual(idle);
    expect(projectStatuses.filter(canStop)).toEqual(['STARTING', 'RUNNING']);
  });

  it('the engine never enters the downloading ones', () => {
    for (const status of projectStatuses)
      for (const event of projectEvents) expect(nextStatus(status, event) ?? '').not.toMatch(/DOWNLOADING/);
  });

  it('everything busy comes to rest again', () => {
    const busy = projectStatuses.filter((status) => isBusy(status) && !status.includes('DOWNLOADING'));
    for (const from of busy) {
      const seen = new Set<ProjectStatus>([from]);
      for (const status of seen)
        for (const event of projectEvents) {
          const next = nextStatus(status, event);
          if (next) seen.add(next);
        }
      expect(
        [...seen].some((status) => !isBusy(status)),
        from,
      ).toBe(true);
    }
  });

  it('has its colours and counts', () => {
    expect(projectStatuses.map((status) => [status, statusColour(status), countedAs(status)])).toEqual([
      ['NEW', 'plain', null],
      ['COMPLETED', 'purple', null],
      ['STOPPED', 'plain', null],
      ['FAILED', 'orange', 'failed'],
      ['SCHEDULED', 'plain', 'scheduled'],
      ['STARTING', 'blue', 'starting'],
      ['RUNNING', 'blue', 'running'],
      ['STOPPING', 'blue', null],
      ['STARTING_VERIFYING', 'blue', 'starting'],
      ['VERIFYING', 'blue', 'running'],
      ['STOPPING_VERIFYING', 'blue', null],
      ['STARTING_DOWNLOADING', 'blue', 'starting'],
      ['DOWNLOADING', 'blue', 'running'],
      ['STOPPING_DOWNLOADING', 'blue', null],
    ]);
  });
});

describe('post states', () => {
  const exits = (state: PostState) => postEvents.filter((event) => nextPostState(state, event) !== null);

  it('end states have no exits, but an unknown post waits for the operator', () => {
    for (const state of ['SUCCEEDED', 'FAILED', 'SKIPPED'] as const) expect(exits(state)).toEqual([]);
    expect(exits('UNKNOWN')).toEqual(['succeed', 'resend']);
  });

  it('what may have been sent is never simply sent again', () => {
    // From SENDING only an answer leads back to the queue; without one the post is looked up first.
    expect(exits('SENDING').sort()).toEqual(['fail', 'lost', 'nextAccount', 'release', 'retry', 'skip', 'succeed']);
    for (const event of ['lost', 'release'] as const)
      for (const state of ['SENDING', 'LOOKING'] as const) expect(nextPostState(state, event)).toBe('LOOKUP');
    expect(exits('LOOKUP')).toEqual(['look', 'giveUp']);
    for (const event of ['claim', 'send'] as const)
      for (const state of ['LOOKUP', 'LOOKING'] as const) expect(nextPostState(state, event)).toBeNull();
  });

  it('only a claimed post is sent, only a planned one claimed', () => {
    expect(postStates.filter((state) => nextPostState(state, 'send'))).toEqual(['CLAIMED']);
    expect(postStates.filter((state) => nextPostState(state, 'claim'))).toEqual(['PLANNED']);
    expect(postStates.filter((state) => nextPostState(state, 'succeed'))).toEqual([
      'CLAIMED',
      'SENDING',
      'LOOKING',
      'UNKNOWN',
    ]);
  });

  it('the groups say what the table says', () => {
    expect(postStates.filter((state) => exits(state).length === 0 || state === 'UNKNOWN')).toEqual([
      ...postStateGroups.ended,
    ]);
    expect(postStatesAllowing('claim').concat(postStatesAllowing('look'))).toEqual([...postStateGroups.queued]);
    for (const state of postStateGroups.callable) expect(nextPostState(state, 'skip')).toBe('SKIPPED');
    // What is looked up is no longer called off by Stop: only its look can tell.
    for (const state of ['LOOKUP', 'SENDING', 'LOOKING'] as const)
      expect(postStateGroups.callable as readonly string[]).not.toContain(state);
    for (const state of postStateGroups.inWork) expect(nextPostState(state, 'release') === null).toBe(false);
  });

  it('every state is reached, and leads to an end', () => {
    const reach = (from: PostState) => {
      const seen = new Set<PostState>([from]);
      for (const state of seen)
        for (const event of postEvents) {
          const next = nextPostState(state, event);
          if (next) seen.add(next);
        }
      return seen;
    };
    expect([...reach('WAITING')].sort()).toEqual([...postStates].sort());
    for (const state of postStates.filter((name) => exits(name).length > 0))
      expect(reach(state).has('SUCCEEDED') || state === 'WAITING').toBe(true);
  });
});
