import { expect, test } from 'vitest';
import type { Spinner } from '#connectors/kit/contract/spinners.ts';
import { rewriter } from '#connectors/spinners/rewriter/index.ts';
import { createOutside } from '#server/outside/outside.ts';
import type { ReadySpinner } from './ready-spinner.ts';
import { spinParts } from './spin-parts.ts';

const outside = createOutside({ timeoutMs: () => 1_000, log: () => {} });

/** A service of few letters at once that needs a gap between two texts; `sent`: each text with its time. */
function slow(account: string, signal = new AbortController().signal) {
  const sent: { text: string; marks: string[]; at: number }[] = [];
  const spinner: Spinner = {
    ...rewriter,
    maxLength: 30,
    gapMs: 60,
    spin: async (_, { text, marks = [] }) => {
      sent.push({ text, marks, at: performance.now() });
      return { text: text.toUpperCase(), as: 'spintax' };
    },
  };
  const of = { connectorId: 'rewriter', siteUrl: 'http://127.0.0.1:9', accountKey: account, secrets: [], seed: 'a' };
  const job = { address: of.siteUrl, key: {}, tools: outside.toolsFor({ ...of, signal }) };
  const ready: ReadySpinner = { spinner, job, settings: {}, ownWords: '', secrets: [], account };
  return { ready, sent };
}

test('texts of one login keep the gap of the service, parts that hold no words cost none', async () => {
  const { ready, sent } = slow('one');
  const text = 'first of all LWK0Q\n\nLWK1Q\n\n  second of all\n\n\n12 34 56 78 90 12 34 56 78 90\nthird\n';
  const spun = await spinParts(ready, { text, marks: ['LWK0Q', 'LWK1Q'], protectedWords: [] });
  expect(spun).toBe('FIRST OF ALL LWK0Q\n\nLWK1Q\n\n  SECOND OF ALL\n\n\n12 34 56 78 90 12 34 56 78 90\nTHIRD\n');
  expect(sent.map((one) => one.text.replace(/\s+/g, ' '))).toEqual([
    ...['first of all LWK0Q LWK1Q', 'second of all', 'third'],
  ]);
  expect(sent[0]?.marks).toEqual(['LWK0Q', 'LWK1Q']);
  for (const [at, one] of sent.entries())
    if (at > 0) expect(one.at - (sent[at - 1]?.at ?? 0)).toBeGreaterThanOrEqual(55);
  const other = slow('two');
  await spinParts(other.ready, { text: 'a word', marks: [], protectedWords: [] });
  expect(other.sent).toHaveLength(1);
});

test('who waits for the gap can be called off', async () => {
  const stop = new AbortController();
  const { ready, sent } = slow('three', stop.signal);
  ready.spinner.gapMs = 600_000;
  await spinParts(ready, { text: 'a word', marks: [], protectedWords: [] });
  const waiting = spinParts(ready, { text: 'a word', marks: [], protectedWords: [] });
  stop.abort();
  await expect(waiting).rejects.toThrow();
  expect(sent).toHaveLength(1);
});

test('a paragraph that is longer than a service takes is refused before anything leaves', async () => {
  const { ready, sent } = slow('four');
  const text = `short\n${'long '.repeat(10)}`;
  await expect(spinParts(ready, { text, marks: [], protectedWords: [] })).rejects.toMatchObject({ code: 'TOO_LARGE' });
  expect(sent).toEqual([]);
});
