import { expect, it } from 'vitest';
import { articleDefinition } from '#rehearsal/form-definition.ts';
import { startWorld } from '#rehearsal/world.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { lost, newContent, PlatformBench } from '#test/suites/platform-target.ts';
import { form } from './index.ts';

const start = async () => ({ ...(await startWorld({ form: 1 })).sites[0]!, settings: articleDefinition });

platformSuite({ platform: form, against: 'the rehearsal site', hasFaults: true, start });

it('looks first, then signs in again, when the site has forgotten the session: it posts once', async () => {
  const site = await start();
  const bench = new PlatformBench(form, site);
  const job = bench.job({ key: 'same' });
  await bench.publish(newContent(), job);
  site.dial({ endSessions: true, times: 1 });
  const content = newContent();
  expect((await bench.failure(form.publish(job, content))).name).toBe('Unconfirmed');
  expect(await form.lookUp(job, content, lost)).toEqual({ state: 'absent' });
  await bench.publish(content, job);
  expect(site.posts()).toHaveLength(2);
  expect(await form.lookUp(job, newContent(), lost)).toEqual({ state: 'absent' });
  await bench.outside.close();
  await site.close();
});
