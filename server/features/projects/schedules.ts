import { sql } from 'kysely';
import { projectKind, projectKinds } from '#domain/contract/projects/kinds.ts';
import { type Schedule, type ScheduleInput, scheduleTexts, sourceIds } from '#domain/contract/schedules.ts';
import { afresh } from '#domain/rules/repeats.ts';
import { isBusy, stateTexts } from '#domain/states/project.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Tx } from '../../db/store.ts';
import { applyProjectEvent, noteProjectStatus, scheduleColumns } from '../../engine/runs/project-status.ts';
import { Refusal } from '../../errors/refusal.ts';
import type { Note } from '../../live/commit.ts';
import { readForm } from './project-forms.ts';
import { lockProject } from './project-rows.ts';
import { refuseUnready } from './save-project.ts';

interface NewSchedule {
  id: number;
  schedule: ScheduleInput;
}

/** Schedules a project; a project that could not be saved is not scheduled (D-PROJ-13). */
export async function saveSchedule(tx: Tx, note: Note, { id, schedule: input }: NewSchedule, secrets: Secrets) {
  await lockCampaign(tx, id);
  const held = await lockProject(tx, id);
  const project = await readForm(tx, id, secrets);
  if (isBusy(project.status)) throw new Refusal('BUSY', stateTexts.running);
  const kind = projectKind(project.module);
  const { asksNumberOfPosts } = projectKinds[kind];
  if (asksNumberOfPosts && input.numberOfPosts == null)
    throw new Refusal('INVALID', scheduleTexts.posts, { field: 'numberOfPosts' });
  const sources = input.scheduleType === 'AfterProject' ? sourceIds(input) : [];
  await refuseBadSources(tx, { id, campaignId: project.campaignId }, sources);
  await refuseUnready(tx, id, secrets);
  const schedule: Schedule = {
    scheduleType: input.scheduleType ?? 'FixedDate',
    startDate: input.scheduleType === 'FixedDate' ? (input.startDate ?? null) : null,
    sourceProjectId: sources.length === 1 ? (sources[0] ?? null) : null,
    sourceProjectIds: sources,
    durationType: input.durationType ?? 'Once',
    nDay: input.durationType === 'Spread' ? (input.nDay ?? null) : null,
    numberOfPosts: asksNumberOfPosts ? (input.numberOfPosts ?? null) : null,
    again: isDone(held) ? input.again === true : null,
    repeat: repeatOf(input),
    status: 'SCHEDULED',
  };
  const changed = await applyProjectEvent(tx, note, id, 'schedule', { schedule });
  if (changed) await countPostsAnew(tx, id);
  if (!changed) throw new Refusal('BUSY', stateTexts.running);
  return { status: changed.status, schedule: changed.schedule, version: changed.version };
}

/** How often it comes again, by what the rules have let through. */
function repeatOf({ repeat }: ScheduleInput): Schedule['repeat'] {
  if (repeat?.everyDays == null || repeat.times == null) return null;
  return { everyDays: repeat.everyDays, times: repeat.times, done: 0, from: null, nextAt: null };
}

/** A schedule that is made or begun afresh counts its posts from now on (D-SCHED-04). */
async function countPostsAnew(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('projects').set({ posts_since: sql<Date>`now()` }).where('id', '=', id).execute();
}

/** True for a project that was COMPLETED when its schedule was made: it must be said whether all is posted again (D-ENG-27). */
const isDone = ({ status, previous_status }: Awaited<ReturnType<typeof lockProject>>) =>
  (status === 'SCHEDULED' ? previous_status : status) === 'COMPLETED';

/** One schedule at a time in a campaign: of two that wait for each other the second is refused. */
async function lockCampaign(tx: Tx, projectId: number): Promise<void> {
  await tx
    .selectFrom('campaigns')
    .where('id', '=', (of) => of.selectFrom('projects').where('id', '=', projectId).select('campaign_id'))
    .select('id')
    .forNoKeyUpdate()
    .execute();
}

/** Sources must be other projects of the campaign and must not wait for this one (D-SCHED-01). */
async function refuseBadSources(tx: Tx, own: { id: number; campaignId: number }, sources: number[]): Promise<void> {
  if (sources.length === 0) return;
  const refuse = (message: string) => {
    throw new Refusal('INVALID', message, { field: 'sourceProjectIds' });
  };
  if (sources.includes(own.id)) refuse(scheduleTexts.self);
  const rows = await tx
    .selectFrom('projects')
    .where('campaign_id', '=', own.campaignId)
    .select(['id', 'schedule'])
    .execute();
  const waitsFor = new Map(rows.map((row) => [row.id, row.schedule?.sourceProjectIds ?? []]));
  if (!sources.every((source) => waitsFor.has(source))) refuse(scheduleTexts.parent);
  const open = [...sources];
  const seen = new Set<number>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === own.id) refuse(scheduleTexts.loop);
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...(waitsFor.get(at) ?? []));
  }
}

/** Removes a schedule; a project that waited gets back the status it had (D-SCHED-04). */
export async function deleteSchedule(tx: Tx, note: Note, id: number) {
  const { status } = await lockProject(tx, id);
  if (isBusy(status)) throw new Refusal('BUSY', stateTexts.running);
  const changed = await applyProjectEvent(tx, note, id, 'unschedule', { schedule: null });
  if (changed) return { status: changed.status, schedule: null, version: changed.version, changed: true };
  // A schedule that is done: the status stays, but every window hears of it.
  const own = tx.updateTable('projects').set(scheduleColumns(null)).where('id', '=', id);
  const done = await own.where('schedule', 'is not', null).returning('id').executeTakeFirst();
  if (done) await noteProjectStatus(tx, note, id);
  return { status, schedule: null, version: (await lockProject(tx, id)).version, changed: done !== undefined };
}

/** Keeps the fields and begins the schedule afresh (D-SCHED-04); what waits keeps its "again", what has run needs a new one. */
export async function resetSchedule(
  tx: Tx,
  note: Note,
  { id, again }: { id: number; again: boolean },
  secrets: Secrets,
) {
  await lockCampaign(tx, id);
  const held = await lockProject(tx, id);
  const project = await readForm(tx, id, secrets);
  if (!project.schedule) throw new Refusal('NOT_SCHEDULED', 'This project has no schedule');
  await refuseUnready(tx, id, secrets);
  const given = held.status === 'SCHEDULED' && project.schedule.again === true;
  const schedule: Schedule = {
    ...afresh(project.schedule),
    again: isDone(held) ? again || given : null,
    status: 'SCHEDULED',
  };
  const changed = await applyProjectEvent(tx, note, id, 'schedule', { schedule });
  if (changed) await countPostsAnew(tx, id);
  if (!changed) throw new Refusal('BUSY', stateTexts.running);
  return { status: changed.status, schedule, version: changed.version };
}
