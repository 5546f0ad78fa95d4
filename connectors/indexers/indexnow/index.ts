import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import type { Indexer, LinkBatch, TakenBatch } from '#connectors/kit/contract/indexers.ts';
import { Fatal, NeedsOperator } from '#connectors/kit/errors.ts';
import { bodyDetail, describeStatus, errorForStatus, shortDetail, stopWhenBusy } from '#connectors/kit/read-answer.ts';
import { readHosts } from './read-hosts.ts';

/** A key file that was read is believed for so long, in ms. */
const believedMs = 10 * 60_000;
/** Letters of a key file that are looked at; a key has at most 128. */
const longestFile = 1_000;
const keyShape = {
  pattern: '[a-zA-Z0-9-]{8,128}',
  says: 'An IndexNow key has 8 to 128 letters a-z, digits or dashes',
};
const isKey = new RegExp(`^${keyShape.pattern}$`);

/**
 * IndexNow, which Bing, Yandex and others share (indexnow.org/documentation): a host is told of by whoever can put a file with
 * the key on it. Only hosts that the operator lists are looked at, and only those whose file holds the key are told of.
 */
export const indexnow: Indexer = {
  id: 'indexnow',
  label: 'IndexNow',
  address: 'https://api.indexnow.org',
  fields: [
    {
      // No secret: whoever looks at the file on the host reads it.
      name: 'key',
      label: 'Key',
      kind: 'text',
      required: true,
      makesDigits: 32,
      shape: keyShape,
      help: '8 to 128 letters, digits or dashes of your own; a text file of this name and content goes onto each host: /your-key.txt',
    },
    {
      name: 'hosts',
      label: 'Your hosts',
      kind: 'text',
      required: true,
      help: 'Hosts that carry the key file, separated by commas: blog.example, http://old.example. Links of other hosts are left out.',
    },
  ],
  asks: [
    {
      when: 'setup',
      text: 'Make a key, and put a text file that holds nothing else at the root of each of your hosts, named like the key with .txt behind it.',
      link: { text: 'How IndexNow works', url: 'https://www.indexnow.org/documentation' },
    },
    {
      when: 'credentials',
      text: 'Look whether the key file lies at the root of the host and holds the key alone.',
      link: { text: 'How IndexNow works', url: 'https://www.indexnow.org/documentation' },
    },
  ],
  accepts: { urlsPerBatch: 10_000, oneHost: true },
  isRepeatable: true,
  gapMs: 1_000,
  submit,
  check,
};

async function submit(job: ServiceJob, batch: LinkBatch): Promise<TakenBatch> {
  const { origin, host } = new URL(batch.urls[0] ?? '');
  const key = keyOf(job);
  const { hosts } = hostsOf(job);
  if (!hosts.some((listed) => listed.host === host))
    throw new NeedsOperator('The host is not among your hosts in the settings of IndexNow', 'credentials');
  await requireKeyFile(job, origin, key);
  const answer = await job.tools.http({
    method: 'POST',
    url: `${job.address}/indexnow`,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ host, key, keyLocation: `${origin}/${key}.txt`, urlList: batch.urls }),
    raw: true,
  });
  const { status } = answer;
  const taken: TakenBatch = { remoteId: null, refused: [], reportUrl: null };
  if (status === 202) return { ...taken, note: 'taken, but the key of the host is still being checked there' };
  if (status >= 200 && status < 300) return taken;
  throw errorOf(job, answer);
}

/** What a refusal means, by the documented statuses; whose links they were is known to whoever asks. */
function errorOf(job: ServiceJob, { status, headers, text }: Answer): Error {
  const said = bodyDetail(text);
  const because = said === '' ? '' : `: ${said}`;
  if (status === 403) return new NeedsOperator(`IndexNow found no valid key on the host${because}`, 'credentials');
  if (status === 400) return new Fatal(`IndexNow cannot read the request${because}`);
  if (status === 422)
    return new Fatal(`IndexNow says that the links are not of the host, or the key is none${because}`);
  const facts = { who: 'IndexNow', status, headers, act: false, now: job.tools.now(), detail: said };
  return errorForStatus(facts) ?? new Fatal(`IndexNow answered ${describeStatus(status)}`);
}
type Answer = Awaited<ReturnType<ServiceJob['tools']['http']>>;

async function requireKeyFile(job: ServiceJob, origin: string, key: string): Promise<void> {
  const { memory, now } = job.tools;
  const name = `key file ${origin}`;
  if (now() - Number(memory.get(name) ?? 0) < believedMs) return;
  const trouble = await troubleOfFile(job, origin, key);
  if (trouble !== undefined) throw new NeedsOperator(`The host does not show the key file: ${trouble}`, 'credentials');
  memory.set(name, String(now()));
}

/** Why a key file does not count; undefined when it holds the key. Throws when the host cannot say now. */
async function troubleOfFile(job: ServiceJob, origin: string, key: string): Promise<string | undefined> {
  const { tools } = job;
  const answer = await tools.http({ method: 'GET', url: `${origin}/${key}.txt`, raw: true });
  stopWhenBusy({ who: new URL(origin).host, status: answer.status, headers: answer.headers, now: tools.now() });
  if (answer.status !== 200) return `it answered ${describeStatus(answer.status)}`;
  if (new URL(answer.url).host !== new URL(origin).host) return 'its address leads to another host';
  return answer.text.slice(0, longestFile).trim() === key ? undefined : 'the file there holds something else';
}

/** Reads the key file of each listed host; nothing is sent to IndexNow. */
async function check(job: ServiceJob) {
  const key = keyOf(job);
  const { hosts, problem } = hostsOf(job);
  if (problem !== undefined) throw new NeedsOperator(problem, 'credentials');
  const troubles: string[] = [];
  for (const { origin, host } of hosts) {
    const trouble = await troubleOfFile(job, origin, key);
    if (trouble !== undefined) troubles.push(`${host}: ${trouble}`);
  }
  if (troubles.length > 0)
    throw new NeedsOperator(
      `The key file was not found on ${troubles.length} of ${hosts.length} hosts: ${shortDetail(troubles.join('; '))}`,
      'credentials',
    );
  return { detail: `The key file is on ${hosts.length === 1 ? hosts[0]?.host : `all ${hosts.length} hosts`}` };
}

/** The key; one that was kept before its shape was asked for is refused here. */
function keyOf(job: ServiceJob): string {
  const key = textField(job.key, 'key');
  if (!isKey.test(key)) throw new NeedsOperator(keyShape.says, 'credentials');
  return key;
}

const hostsOf = (job: ServiceJob) => readHosts(textField(job.key, 'hosts'));
