import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import { NeedsOperator } from '#connectors/kit/errors.ts';
import { postForm } from '#connectors/kit/post-form.ts';
import { shortDetail } from '#connectors/kit/read-answer.ts';
import { refusalOf, spinMs, unreadable } from '#connectors/kit/spinning/spinner-troubles.ts';
import { type Answer, readAnswer } from './answers.ts';

export const label = 'The Best Spinner';

/** Sessions live 24 h there; one hour before that a new one is made. */
const sessionMs = 23 * 3_600_000;
const memoryName = 'session';

/** What an order was answered with. */
export interface Said {
  output: string;
}

/** A session of the interface, and the shape of answers that it was seen to speak. */
interface Session {
  session: string;
  format: string;
  until: number;
}

/** A session is over although its time is not: a new one is made, and what was refused is sent again. */
class SessionOver extends Error {
  override name = 'SessionOver';
}

/** Calls with the fields of a session that is kept for 23 h; one that the service has forgotten is made anew, once. */
export async function withSession(
  job: ServiceJob,
  call: (fields: Record<string, string>) => Promise<Said>,
): Promise<Said> {
  const { memory } = job.tools;
  const kept = JSON.parse(memory.get(memoryName) ?? 'null') as Session | null;
  if (kept && kept.until > job.tools.now()) {
    try {
      return await call({ session: kept.session, format: kept.format });
    } catch (error) {
      if (!(error instanceof SessionOver)) throw error;
      memory.delete(memoryName);
    }
  }
  const { session, format } = await signIn(job);
  memory.set(memoryName, JSON.stringify({ session, format, until: job.tools.now() + sessionMs }));
  try {
    return await call({ session, format });
  } catch (error) {
    if (!(error instanceof SessionOver)) throw error;
    throw new NeedsOperator(`${label} refused a session that it had just given`, 'credentials');
  }
}

/** JSON is asked for; where the service does not speak it, XML. */
async function signIn(job: ServiceJob): Promise<Omit<Session, 'until'>> {
  const fields = {
    action: 'authenticate',
    username: textField(job.key, 'username'),
    password: textField(job.key, 'password'),
  };
  for (const format of ['json', 'xml']) {
    const answer = await post(job, { ...fields, format }, false);
    if (!answer) continue;
    if (answer.isGood && answer.session !== '') return { session: answer.session, format };
    const refusal = refusalOf(label, answer.error);
    if (refusal.name !== 'Fatal') throw refusal;
    throw new NeedsOperator(`${label} refused the login: ${shortDetail(answer.error)}`, 'credentials');
  }
  throw unreadable(label, false);
}

/** Asks within a session; throws SessionOver where the service does not know it. */
export async function ask(job: ServiceJob, fields: Record<string, string>, act: boolean): Promise<Said> {
  const answer = await post(job, fields, act);
  if (!answer) throw unreadable(label, act);
  if (answer.isGood) return { output: answer.output };
  if (/session/i.test(answer.error)) throw new SessionOver();
  throw refusalOf(label, answer.error);
}

async function post(job: ServiceJob, fields: Record<string, string>, act: boolean): Promise<Answer | undefined> {
  const secrets = fields.session ? [fields.session] : [];
  const form = { url: `${job.address}/api.php`, fields };
  return readAnswer((await postForm(job.tools, form, { act, secrets, timeoutMs: spinMs })).text);
}
