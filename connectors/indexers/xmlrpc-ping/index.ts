import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import type { Indexer, LinkBatch, TakenBatch } from '#connectors/kit/contract/indexers.ts';
import { Fatal, Retryable } from '#connectors/kit/errors.ts';
import { shortDetail } from '#connectors/kit/read-answer.ts';
import { encodeXmlRpc, parseXmlRpc, structsIn, type XmlRpcAnswer, type XmlRpcValue } from '#connectors/kit/xml-rpc.ts';

/**
 * Pings an update service as blogs do: `weblogUpdates.ping(name, url)`, answered by a structure of `flerror` and `message`
 * (xmlrpc.com/weblogsCom). One link a call.
 */
export const xmlrpcPing: Indexer = {
  id: 'xmlrpc-ping',
  label: 'XML-RPC ping',
  address: 'http://rpc.pingomatic.com',
  fields: [
    {
      name: 'siteName',
      label: 'Name of the site',
      kind: 'text',
      required: false,
      help: 'Told with each link; without one its host is told',
    },
  ],
  asks: [
    {
      when: 'setup',
      text: 'Enter the whole address of an update service that takes weblogUpdates.ping, such as the one in the settings of your blog.',
      link: { text: 'Update services', url: 'https://wordpress.org/documentation/article/update-services/' },
    },
  ],
  accepts: { urlsPerBatch: 1 },
  isRepeatable: true,
  gapMs: 1_000,
  submit,
  async check(job: ServiceJob) {
    // Asks for the list of methods, which pings nothing. Few services tell it: a fault too is the answer of such a service.
    if ((await call(job, 'system.listMethods', [])) === undefined) throw new Fatal('This is no XML-RPC service');
    return { detail: 'The update service answers; whether it takes a link is seen when one is sent' };
  },
};

async function submit(job: ServiceJob, { urls }: LinkBatch): Promise<TakenBatch> {
  const [url = ''] = urls;
  const name = textField(job.key, 'siteName') || new URL(url).host;
  const answer = await call(job, 'weblogUpdates.ping', [name, url]);
  if (answer === undefined) throw new Retryable('The update service answered with something unreadable');
  const taken: TakenBatch = { remoteId: null, refused: [], reportUrl: null };
  const reason = refusalOf(answer);
  return reason === undefined ? taken : { ...taken, refused: [{ url, reason }] };
}

/** What an update service has against a ping; undefined when it took it. */
function refusalOf(answer: XmlRpcAnswer): string | undefined {
  if ('fault' in answer) return `The update service answered: ${shortDetail(answer.fault.text)}`;
  const [told] = structsIn([answer.value]);
  const hasError = told?.flerror === true || told?.flerror === 1 || told?.flerror === '1';
  return hasError ? `The update service answered: ${shortDetail(String(told.message ?? 'an error'))}` : undefined;
}

async function call({ address, tools }: ServiceJob, method: string, parameters: XmlRpcValue[]) {
  const answer = await tools.http({
    method: 'POST',
    url: address,
    headers: { 'content-type': 'text/xml' },
    body: encodeXmlRpc(method, parameters),
  });
  return parseXmlRpc(answer.text);
}
