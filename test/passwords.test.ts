import { expect, test } from 'vitest';
import type { Call } from '#domain/contract/call.ts';
import { allCalls } from '#domain/contract/calls.ts';
import { listLinks } from '#domain/contract/links.ts';
import { topics } from '#domain/contract/live.ts';
import { privateSiteStatus } from '#domain/contract/projects/projects.ts';
import { getOutlook } from '#domain/contract/tallies.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { EngineWorld } from '#test/support/engine-world.ts';
import { until } from '#test/support/until.ts';

/** The password of a site account leaves the server by the calls that are for it, and by no other. */
const at = new EngineWorld({ wordpress: 1, options: { timeToWaitBeforeRetry: 0, maxNumberOfRetries: 0 } });

/** Calls that show or hand out the accounts of a profile, or the links with the login that made them, as files. */
const areForIt = new Set(['listAccounts', 'listLinks', 'exportAccounts', 'exportLinks', 'exportLinksPr']);

/** Ids that any object of a small product has. */
const ids = Array.from({ length: 12 }, (_, at) => at + 1);

/** All that a call answers for all ids. */
async function answersOf(call: Call): Promise<string> {
  const told: string[] = [];
  for (const id of call.path.includes('/:') ? ids : [0]) {
    const answer = await at.app.fetch(call.path.replace(/:\w+/, String(id)));
    told.push(`${answer.status} ${await answer.text()}`);
  }
  return told.join('\n');
}

test('no other list, page, event or file holds it', async () => {
  const [site] = at.world.wordpress;
  const ready = await readyCampaign(at.app.app, at.world.wordpress, { siteName: 'secret' });
  const logs = await Promise.all(
    [topics.project(ready.projectId), topics.campaign(ready.campaignId)].map((topic) => at.app.listen(topic)),
  );
  await at.start(ready.projectId);
  await at.completes(ready.projectId);
  await until(
    'a live link',
    async () => (await at.app.send(getOutlook, { params: { id: ready.projectId } })).body.tally.live === 1,
  );
  const { urlItems } = (await at.app.send(listLinks, { params: { id: ready.outputId } })).body;
  expect(urlItems).toMatchObject([{ username: site?.username, password: site?.password }]);
  const readings = allCalls.filter(({ method, changes }) => method === 'GET' && !changes);
  expect(readings.length).toBeGreaterThan(15);
  const password = JSON.stringify(site?.password).slice(1, -1);
  const holders = [];
  for (const call of readings) if ((await answersOf(call)).includes(password)) holders.push(call.id);
  expect(holders.filter((name) => !areForIt.has(name))).toEqual([]);
  // The walk met the product that it was made for.
  expect(holders).toContain('listAccounts');
  const body = { projectId: ready.projectId, siteId: 'secret-0-0', email: '' };
  expect(JSON.stringify((await at.app.send(privateSiteStatus, { body })).body)).not.toContain(password);
  for (const log of logs) expect(JSON.stringify(await log.all())).not.toContain(password);
});
