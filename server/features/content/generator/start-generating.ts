import type { z } from 'zod';
import {
  type GeneratorJob,
  type GeneratorOrder,
  type generateArticles,
  generatorForm,
  generatorTexts,
} from '#domain/contract/generator.ts';
import { labelOfSpinner } from '#domain/contract/options/spinner.ts';
import { parseBounded } from '#domain/rules/bounded-json.ts';
import type { App } from '../../../app.ts';
import { NotFound, Refusal } from '../../../errors/refusal.ts';
import { commit } from '../../../live/commit.ts';
import { offeredSpinners } from '../../options/spinners/spinners.ts';
import { requireSource } from '../downloads/ask-source.ts';
import { getGroup } from '../groups.ts';
import { changedJob, lockJob, writeOrder } from './job-rows.ts';

/** Orders articles for a group; refused where some are being written for it, or where service or spinner are not set up. */
export async function startGenerating(
  app: App,
  { articleSource, contentGroupId, inputInfo }: z.output<(typeof generateArticles)['body']>,
): Promise<GeneratorJob> {
  const order = readOrder(inputInfo);
  await requireSource(app, articleSource, new AbortController().signal);
  if (order.spin) await requireSpinner(app);
  return commit(app, async (tx, note) => {
    await lockJob(tx, contentGroupId);
    const { name } = await getGroup(tx, contentGroupId);
    const title = `Generating ${order.nArticles} ${order.nArticles === 1 ? 'article' : 'articles'} for "${name}"`;
    const taskId = await app.tasks.add(tx, note, 'generateArticles', title, { contentGroupId });
    const job = await writeOrder(tx, note, { contentGroupId, taskId, order });
    if (!job) throw new Refusal('EXISTS', generatorTexts.already);
    return job;
  });
}

/** Stops the articles of a group: order and task in one transaction, so that nothing of it goes on by itself (D-CONT-05). */
export function stopGenerating(app: App, groupId: number): Promise<GeneratorJob> {
  return commit(app, async (tx, note) => {
    const row = await lockJob(tx, groupId);
    await getGroup(tx, groupId);
    if (row?.state !== 'RUNNING') throw new Refusal('AT_ITS_END', generatorTexts.none);
    await app.tasks.cancelWith(tx, note, 'generateArticles', row.task_id);
    return changedJob(tx, note, row, { state: 'STOPPED' });
  });
}

async function requireSpinner(app: App): Promise<void> {
  const [chosen] = await offeredSpinners(app);
  if (!chosen) throw new NotFound('spinner');
  const { service, lacks } = chosen;
  if (lacks !== null)
    throw new Refusal('NOT_SET_UP', generatorTexts.spinLacks(labelOfSpinner(service), lacks), { field: 'spin' });
}

function readOrder(inputInfo: string): GeneratorOrder {
  let typed: unknown;
  try {
    typed = parseBounded(inputInfo);
  } catch {
    throw new Refusal('INVALID', generatorTexts.notRead, { field: 'inputInfo' });
  }
  const { data, error } = generatorForm.safeParse(typed);
  const [issue] = error?.issues ?? [];
  if (data) return data;
  const field = issue?.path.join('.') || 'inputInfo';
  throw new Refusal('INVALID', field === 'inputInfo' ? generatorTexts.notRead : (issue?.message ?? ''), { field });
}
