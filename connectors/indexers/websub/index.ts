import type { ServiceJob } from '#connectors/kit/contract/connector.ts';
import type { Indexer, LinkBatch, TakenBatch } from '#connectors/kit/contract/indexers.ts';
import { Fatal } from '#connectors/kit/errors.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { bodyDetail, errorForStatus, stopWhenBusy } from '#connectors/kit/read-answer.ts';

/**
 * Tells a WebSub hub that pages or feeds have news (www.w3.org/TR/websub; the publish call is the convention of the hubs, from
 * PubSubHubbub 0.3, which lets `hub.url` stand several times). The hub then fetches them, and passes on what names it.
 */
export const websub: Indexer = {
  id: 'websub',
  label: 'WebSub hub',
  address: 'https://pubsubhubbub.appspot.com',
  fields: [],
  asks: [
    {
      when: 'setup',
      text: 'Feeds and pages must name the hub by a link with rel="hub": a hub passes on nothing else.',
      link: { text: 'What WebSub is', url: 'https://www.w3.org/TR/websub/' },
    },
  ],
  accepts: { urlsPerBatch: 100 },
  isRepeatable: true,
  gapMs: 1_000,
  submit,
  async check({ address, tools }: ServiceJob) {
    const { status, headers } = await tools.http({ method: 'GET', url: address, raw: true });
    stopWhenBusy({ who: 'The hub', status, headers, now: tools.now() });
    // A hub may refuse to be read (400, 405); where nothing stands there is none.
    if (status === 404 || status === 410) throw new Fatal(`There is no hub at this address: it answered ${status}`);
    return { detail: 'The hub answers; whether it takes a link is seen when one is sent' };
  },
};

async function submit({ address, tools }: ServiceJob, { urls }: LinkBatch): Promise<TakenBatch> {
  const fields: [string, string][] = [
    ['hub.mode', 'publish'],
    ...urls.map((url): [string, string] => ['hub.url', url]),
  ];
  const { status, headers, text } = await postForm(tools, { url: address, fields }, { raw: true });
  const facts = { who: 'The hub', status, headers, act: false, now: tools.now(), detail: bodyDetail(text) };
  const error = errorForStatus(facts);
  if (error) throw error;
  return { remoteId: null, refused: [], reportUrl: null };
}
