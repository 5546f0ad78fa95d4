import { sql } from 'kysely';
import { campaignForm, downloadTexts } from '#domain/contract/article-downloads.ts';
import type { KmCampaign } from '#domain/contract/content.ts';
import { limits } from '#domain/limits.ts';
import { parseBounded } from '#domain/rules/bounded-json.ts';
import type { App } from '../../../app.ts';
import type { Queryable } from '../../../db/store.ts';
import { Refusal } from '../../../errors/refusal.ts';
import { getGroup } from '../groups.ts';
import { ArticleStoring } from '../store-articles.ts';
import { askSource, listChoices, listMs, requireSource } from './ask-source.ts';

/** Articles of a campaign are waited for so long at most, in ms. */
const longestMs = 120_000;

/** The campaigns at Kontent Machine as they were listed last; none before that. */
export async function readCampaigns(db: Queryable): Promise<KmCampaign[]> {
  const row = await db.selectFrom('settings').where('key', '=', 'kmCampaigns').select('value').executeTakeFirst();
  return (row?.value ?? []) as unknown as KmCampaign[];
}

/** Asks Kontent Machine for its campaigns, and keeps them. */
export async function updateCampaigns(app: App): Promise<{ kmCampaigns: KmCampaign[] }> {
  const choices = await listChoices(await requireSource(app, 'KontentMachine', AbortSignal.timeout(listMs)));
  const kmCampaigns = choices.map(({ value, label }) => ({ id: value, name: label }));
  await sql`
    insert into settings (key, value) values ('kmCampaigns', ${JSON.stringify(kmCampaigns)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(app.store.db);
  return { kmCampaigns };
}

/** Takes the articles of a campaign into a group, once at a time; what cannot be an article is left out. */
export async function importCampaign(app: App, groupId: number, inputInfo: string) {
  const campaignId = readCampaign(inputInfo);
  await getGroup(app.store.db, groupId);
  return onceAtATime(app, `km ${groupId} ${campaignId}`, () => takeCampaign(app, groupId, campaignId));
}

/** Does it unless the same is under way in any process. Held by a connection of its own, so that a process that dies lets go. */
function onceAtATime<T>(app: App, what: string, work: () => Promise<T>): Promise<T> {
  return app.store.db.connection().execute(async (held) => {
    const key = sql`hashtextextended(${what}, 0)`;
    const { rows } = await sql<{ isHeld: boolean }>`select pg_try_advisory_lock(${key}) as "isHeld"`.execute(held);
    if (!rows[0]?.isHeld) throw new Refusal('BUSY', downloadTexts.underWay);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(held);
    }
  });
}

async function takeCampaign(app: App, groupId: number, campaignId: string) {
  // Not called off when the window leaves: what was paid for lands in the group.
  const ready = await requireSource(app, 'KontentMachine', AbortSignal.timeout(longestMs));
  const campaign = (await readCampaigns(app.store.db)).find(({ id }) => id === campaignId);
  // The name of the campaign is the title of an article that comes without one.
  const order = { keywords: [campaign?.name ?? campaignId], wanted: ready.source.maxWanted, language: 'en' };
  const articles = await askSource(ready, { ...order, settings: { campaignId } });
  const fit = articles.filter(
    ({ title, body }) => body !== '' && title.length <= limits.articleTitle && body.length <= limits.articleBody,
  );
  if (fit.length === 0) throw new Refusal('OUTSIDE_REFUSED', downloadTexts.none(ready.source.label));
  const storing = new ArticleStoring(app, groupId);
  for (const { title, body } of fit) await storing.add({ title, body });
  await storing.flush();
  await storing.tell();
  return { count: storing.count };
}

function readCampaign(inputInfo: string): string {
  const refuse = (message: string) => new Refusal('INVALID', message, { field: 'campaignId' });
  let typed: unknown;
  try {
    typed = parseBounded(inputInfo);
  } catch {
    throw refuse(downloadTexts.notRead);
  }
  const { data, error } = campaignForm.safeParse(typed);
  if (!data) throw refuse(error?.issues[0]?.message ?? downloadTexts.notRead);
  return data.campaignId;
}
