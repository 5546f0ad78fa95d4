import type { Job } from '#connectors/kit/contract/platforms.ts';
import { objectOf, readJson, readObject, textOf } from '#connectors/kit/read-answer.ts';
import { callRest, errorCode, errorOf, sendCall } from './rest-call.ts';
import { rowsOf } from './rest-root.ts';

/** Ids of the tags, from memory, else made; a tag that exists answers term_exists with its id. */
export async function tagIds(job: Job, tags: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of tags) {
    const key = `tag ${job.site.url} ${name.toLowerCase()}`;
    const id = Number(job.tools.memory.get(key)) || (await makeTerm(job, { route: 'wp/v2/tags', name, act: false }));
    if (id === undefined) continue;
    job.tools.memory.set(key, String(id));
    ids.push(id);
  }
  return ids;
}

/** Id of a category: from memory, by its name on the site, else made. Undefined when the account may not make it. */
export async function categoryId(job: Job, name: string): Promise<number | undefined> {
  const key = `category ${job.site.url} ${name.toLowerCase()}`;
  const known = Number(job.tools.memory.get(key));
  // A category is seen by readers: it is looked for first, and made as an act, so that no try makes a second one.
  const id =
    known || (await findCategory(job, name)) || (await makeTerm(job, { route: 'wp/v2/categories', name, act: true }));
  if (id !== undefined) job.tools.memory.set(key, String(id));
  return id;
}

/** The site does not know them any more, or one of its processes not yet: they are asked for anew. */
export function forgetTerms(job: Job, { tags, category }: { tags: string[]; category?: string }): void {
  const { memory } = job.tools;
  for (const name of tags) memory.delete(`tag ${job.site.url} ${name.toLowerCase()}`);
  memory.delete(`category ${job.site.url} ${(category ?? '').toLowerCase()}`);
}

async function findCategory(job: Job, name: string): Promise<number | undefined> {
  const query = { search: name, per_page: '100', _fields: 'id,name' };
  const answer = await callRest(job, { method: 'GET', route: 'wp/v2/categories', query });
  const list = readJson(answer.text);
  const rows = Array.isArray(list) ? rowsOf(list) : [];
  const found = rows.find((row) => plainName(textOf(row, 'name')) === name.toLowerCase());
  return typeof found?.id === 'number' ? found.id : undefined;
}

/** WordPress shows names as HTML. */
function plainName(name: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'", '#8217': "'" };
  return name
    .replace(/&(amp|lt|gt|quot|#039|#8217);/g, (whole, code: string) => characters[code] ?? whole)
    .toLowerCase();
}

/** Undefined when this account may not make terms: the post then goes without. Made twice it answers the same id. */
async function makeTerm(job: Job, term: { route: string; name: string; act: boolean }): Promise<number | undefined> {
  const { route, name, act } = term;
  const answer = await sendCall(job, { method: 'POST', route, query: { _fields: 'id' }, body: { name }, act });
  const body = readObject(answer.text);
  if (answer.status < 300 && typeof body?.id === 'number') return body.id;
  const existing = objectOf(body, 'data')?.term_id;
  if (errorCode(answer) === 'term_exists' && typeof existing === 'number') return existing;
  if (errorCode(answer) !== 'rest_cannot_create' || answer.status === 401) throw errorOf(job, answer, act);
  job.tools.log('WordPress does not let this account make terms', { term: name });
  return undefined;
}
