import type { Job } from '#connectors/kit/contract/platforms.ts';
import type { OutsideAnswer } from '#connectors/kit/contract/tools.ts';
import { Fatal, NeedsOperator, Retryable, Unconfirmed } from '#connectors/kit/errors.ts';
import { errorForStatus, shortDetail } from '#connectors/kit/read-answer.ts';
import { asWritten, encodeXmlRpc, parseXmlRpc, type XmlRpcAnswer, type XmlRpcValue } from '#connectors/kit/xml-rpc.ts';
import { endpointOf, forgetEndpoint } from './find-endpoint.ts';

/** A call with the account's login among its parameters. */
export interface RpcCall {
  method: string;
  parameters: XmlRpcValue[];
  /** As in OutsideRequest; missing for calls that may be sent twice without harm. */
  act?: boolean;
}

/** The fault of a call, for those who know better what it means. */
export class Fault extends Error {
  readonly code: number;
  constructor({ code, text }: { code: number; text: string }) {
    super(shortDetail(text));
    this.code = code;
  }
}

/** The value of a call's answer; throws a Fault, or one of the four errors for what is no answer. */
export async function call(job: Job, request: RpcCall): Promise<XmlRpcValue> {
  const answer = await job.tools.http({
    method: 'POST',
    url: await endpointOf(job.site, job.tools),
    headers: { 'content-type': 'text/xml; charset=utf-8', accept: 'text/xml' },
    body: encodeXmlRpc(request.method, request.parameters),
    act: request.act === true,
    raw: true,
    secrets: [asWritten(job.account.password)],
  });
  const read = readRpc(job, answer, request.act === true);
  if ('fault' in read) throw new Fault(read.fault);
  return read.value;
}

/** Faults come with status 200 as with others: what is an answer counts whatever its status. */
function readRpc(job: Job, answer: OutsideAnswer, act: boolean): XmlRpcAnswer {
  const { status, headers } = answer;
  const read = parseXmlRpc(answer.text);
  if (read !== undefined && status < 500) return read;
  if (status === 403 || status === 401)
    throw new NeedsOperator(`A firewall or plugin in front of the blog answered ${status} to XML-RPC`, 'ban');
  if (status === 404 || status === 405 || status === 410) {
    forgetEndpoint(job.site, job.tools);
    throw new Fatal(`XML-RPC is switched off or gone at ${job.site.url}`);
  }
  const error = errorForStatus({ who: 'The blog', status, headers, act, now: job.tools.now() });
  if (error !== undefined) throw error;
  const said = 'The blog answered with something that is no XML-RPC';
  if (act) throw new Unconfirmed(said);
  // A page where the interface should be: nothing of a blog answers there.
  throw /^\s*<(!doctype html|html)/i.test(answer.text)
    ? new Fatal(`No blog with XML-RPC was found at ${job.site.url}`)
    : new Retryable(said);
}

/**
 * What a fault means. 403 a wrong login, 401 a right that is missing, 405 switched off, 404 no such post (WordPress,
 * class-wp-xmlrpc-server.php); below -32000 the server does not know the call or could not read it (xmlrpc-epi faults).
 */
export function errorOfFault(error: unknown, act: boolean): unknown {
  if (!(error instanceof Fault)) return error;
  const { code, message } = error;
  const said = `The blog said: ${message === '' ? `fault ${code}` : message}`;
  if (code === 403) return new NeedsOperator(`The blog refused the login. ${said}`, 'credentials');
  if (code === 401) return new NeedsOperator(said, 'credentials');
  if (code === 405) return new NeedsOperator(said, 'ban');
  if (code === 429 || code === 503) return new Retryable(said);
  if (code >= 500 && code < 600) return act ? new Unconfirmed(said) : new Retryable(said);
  return new Fatal(said);
}
