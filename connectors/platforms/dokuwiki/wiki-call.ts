import type { Job, SiteTarget } from '#connectors/kit/contract/platforms.ts';
import type { OutsideAnswer, Tools } from '#connectors/kit/contract/tools.ts';
import { Fatal, NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { attributeOf, findElements } from '#connectors/kit/find-elements.ts';
import { errorForStatus, shortDetail, stopWhenBusy } from '#connectors/kit/read-answer.ts';
import { isSameSite, liesElsewhere } from '#connectors/kit/same-site.ts';
import { asWritten, encodeXmlRpc, parseXmlRpc, type XmlRpcValue } from '#connectors/kit/xml-rpc.ts';

const who = 'DokuWiki';

/** What a front page tells of its wiki; undefined when it is none of DokuWiki's. */
export async function findBase(site: SiteTarget, tools: Tools): Promise<string | undefined> {
  const page = await tools.http({ method: 'GET', url: site.url, raw: true });
  stopWhenBusy({ who, ...page, now: tools.now() });
  const generator = findElements(page.text, 'meta').find((element) => attributeOf(element, 'name') === 'generator');
  if (!/dokuwiki/i.test(attributeOf(generator ?? '', 'content') ?? '')) return undefined;
  // Every page loads its scripts from there (inc/template.php, tpl_metaheaders).
  const scripts = findElements(page.text, 'script').map((element) => attributeOf(element, 'src') ?? '');
  const [own] = scripts.filter((src) => src.includes('lib/exe/js.php') && URL.canParse(src, page.url));
  const from = own === undefined ? page.url : new URL(own, page.url).href;
  return new URL(from.split(/lib\/exe\/|doku\.php/)[0] ?? from).href;
}

/** Address of the wiki, ending in "/", from the account's memory or found now. Fatal when there is none, or elsewhere. */
export async function baseOf(job: Job): Promise<string> {
  const { site, tools } = job;
  const known = tools.memory.get(`base ${site.url}`);
  if (known !== undefined) return known;
  const base = await findBase(site, tools);
  if (base === undefined) throw new Fatal(`No DokuWiki was found at ${site.url}`);
  if (!isSameSite(site.url, base)) throw new Fatal(liesElsewhere('DokuWiki', base));
  tools.memory.set(`base ${site.url}`, base);
  return base;
}

/** A fault of the remote interface, for those who know better what it means (inc/Remote/ApiCore.php). */
export class WikiFault extends Error {
  override name = 'WikiFault';
  readonly code: number;
  constructor(code: number, text: string) {
    super(shortDetail(text));
    this.code = code;
  }
}

/** Faults that callers handle themselves. */
export const pageMissing = 121;

interface WikiCall {
  method: string;
  parameters: XmlRpcValue[];
  act?: boolean;
}

/** Signed in by a call, whose cookie the account keeps; once more when the session is over. */
export async function call(job: Job, request: WikiCall): Promise<XmlRpcValue> {
  if (job.tools.memory.get(signedIn) === undefined) await signIn(job);
  try {
    return await ask(job, request);
  } catch (error) {
    // Answered before the wiki looked at what was asked.
    if (!(error instanceof NotSignedIn)) throw error;
    job.tools.memory.delete(signedIn);
  }
  await signIn(job);
  return await ask(job, request);
}

const signedIn = 'signed in';

/** The session is over; where a sign-in does not help, the account may not use the interface. */
class NotSignedIn extends NeedsOperator {
  constructor() {
    super('This DokuWiki does not let the account use its remote interface', 'credentials');
  }
}

/** True when name and password are good. */
export async function tryLogin(job: Job, { username, password }: { username: string; password: string }) {
  const answer = await ask(job, { method: 'dokuwiki.login', parameters: [username, password] }, [password]);
  return answer === true || answer === 1;
}

async function signIn(job: Job): Promise<void> {
  if (!(await tryLogin(job, job.account)))
    throw new NeedsOperator('DokuWiki refused the login: name or password is wrong', 'credentials');
  job.tools.memory.set(signedIn, 'yes');
}

/** One call as it is; throws a WikiFault, or one of the four errors for what is no answer. */
async function ask(job: Job, request: WikiCall, secrets: string[] = []): Promise<XmlRpcValue> {
  const act = request.act === true;
  const answer = await job.tools.http({
    method: 'POST',
    url: new URL('lib/exe/xmlrpc.php', await baseOf(job)).href,
    headers: { 'content-type': 'text/xml; charset=utf-8', accept: 'text/xml' },
    body: encodeXmlRpc(request.method, request.parameters),
    act,
    raw: true,
    secrets: secrets.map(asWritten),
  });
  const read = answer.status < 500 ? parseXmlRpc(answer.text) : undefined;
  if (read === undefined) throw noAnswer(job, answer, act);
  // Releases up to 2022 answer a refusal as an empty structure (inc/Remote/XmlRpcServer.php): the status alone tells.
  const { code, text } = 'fault' in read ? read.fault : { code: 0, text: '' };
  if (answer.status === 401) throw new NotSignedIn();
  if (answer.status === 403) throw new WikiFault(403, text || 'this account may not do that');
  if ('fault' in read) throw new WikiFault(code, text);
  return read.value;
}

function noAnswer(job: Job, { status, headers }: OutsideAnswer, act: boolean): Error {
  if (status === 401 || status === 403)
    return new NeedsOperator(`A firewall in front of the wiki answered ${status} to its remote interface`, 'ban');
  if (status === 404 || status === 405) job.tools.memory.delete(`base ${job.site.url}`);
  const error = errorForStatus({ who, status, headers, act, now: job.tools.now() });
  const said = 'DokuWiki answered with something unreadable';
  return error ?? (act ? new Unconfirmed(said) : new Retryable(said));
}

/** A page is locked for so long after its editor was last heard of (conf/dokuwiki.php, locktime). */
const lockMs = 15 * 60_000;

/** The contract's error for a fault. */
export function errorOfFault(error: unknown): unknown {
  if (!(error instanceof WikiFault)) return error;
  const { code, message } = error;
  const said = `DokuWiki refused: ${message || `fault ${code}`}`;
  if (code === 403 || (code >= 111 && code <= 113)) return new NeedsOperator(said, 'credentials');
  if (code === 133) return new Retryable(said, { afterMs: lockMs });
  if (code === -32605 || code === -32604)
    return new NeedsOperator('The remote interface of this DokuWiki is switched off', 'ban');
  return new Fatal(said);
}
