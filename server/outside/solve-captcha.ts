import { setTimeout as pause } from 'node:timers/promises';
import type { CaptchaService, Solved } from '#connectors/kit/contract/captcha.ts';
import type { ServiceJob } from '#connectors/kit/contract/connector.ts';
import type { CaptchaAnswer, CaptchaTask } from '#connectors/kit/contract/tools.ts';
import { asConnectorError, Fatal, NeedsOperator, Retryable } from '#connectors/kit/errors.ts';
import { maskSecrets } from './mask-secrets.ts';

/** A service of the operator's with its key, ready to be asked. */
export interface ReadyService {
  service: CaptchaService;
  job: ServiceJob;
  /** Never shown in a reason: what a service says may repeat its key. */
  secrets: string[];
}

/** The operator's services for a kind of captcha, primary first; none: that kind is not solved. */
export type ServicesFor = (kind: CaptchaTask['kind'], signal: AbortSignal) => Promise<ReadyService[]>;

/** What the operator reads where solving is off. */
const solvingIsOff =
  'The site asks for a captcha, and solving is off: switch it on in Options, or do this step by hand';

/**
 * Has a captcha solved by the first of the services (primary, then backup) that can and does. Never asked when there is
 * none: solving is off. Throws NeedsOperator where all of them need the operator, or else Retryable.
 */
export async function solveCaptcha(
  services: readonly ReadyService[],
  task: CaptchaTask,
  signal: AbortSignal,
): Promise<CaptchaAnswer> {
  if (services.length === 0) throw new NeedsOperator(solvingIsOff, 'captcha');
  const able = services.filter(({ service }) => canSolve(service, task));
  if (able.length === 0) throw new NeedsOperator(`No captcha service of yours solves ${namesOf[task.kind]}`, 'captcha');
  const reasons: string[] = [];
  // What only the operator can mend ends the tries; the next page may ask for a captcha that somebody can solve.
  let mayPass = false;
  for (const { service, job, secrets } of able)
    try {
      const solved = await solveWith(service, { job, task }, signal);
      const wasWrong = async () => {
        if (solved.token !== '') await service.reportBad?.(job, solved.token).catch(() => {});
      };
      return { answer: solved.answer, wasWrong };
    } catch (error) {
      if (signal.aborted || asConnectorError(error) === undefined) throw error;
      mayPass ||= !(error instanceof NeedsOperator);
      reasons.push(`${service.label}: ${maskSecrets((error as Error).message, secrets)}`);
    }
  const reason = `The captcha of the site was not solved. ${reasons.join('; ')}`;
  throw mayPass ? new Retryable(reason) : new NeedsOperator(reason, 'captcha');
}

const namesOf: Record<CaptchaTask['kind'], string> = {
  picture: 'pictures',
  'recaptcha-v2': 'reCAPTCHA v2',
  'recaptcha-v3': 'reCAPTCHA v3',
  turnstile: 'Turnstile',
};

const canSolve = (service: CaptchaService, task: CaptchaTask) =>
  service.solves.includes(task.kind) && (task.kind !== 'picture' || task.image.length <= service.maxImageBytes);

/** Questions after work that was handed in that may fail, one after the other, before it is given up. */
const patience = 3;

/** Letters that an answer may have; tokens of widgets have some thousand. */
const longestAnswer = 10_000;

interface Work {
  job: ServiceJob;
  task: CaptchaTask;
}

async function solveWith(service: CaptchaService, { job, task }: Work, signal: AbortSignal): Promise<Solved> {
  const { firstPollMs, pollMs, giveUpMs } = service.pace;
  if (job.address === '') throw new NeedsOperator('its address is not known: enter it in Options', 'credentials');
  const giveUpAt = Date.now() + giveUpMs;
  let found = await service.submit(job, task);
  let failures = 0;
  for (let waitMs = firstPollMs; found.state === 'waiting'; waitMs = pollMs) {
    if (Date.now() + waitMs > giveUpAt) throw new Fatal(`no answer within ${Math.round(giveUpMs / 1_000)} s`);
    await pause(waitMs, undefined, { signal });
    try {
      found = await service.poll(job, found.token);
      failures = 0;
    } catch (error) {
      // What was handed in is paid for: a question that went wrong is asked again.
      failures += 1;
      if (!(error instanceof Retryable) || failures >= patience || signal.aborted) throw error;
    }
  }
  if (found.answer.length > longestAnswer) throw new Fatal('its answer is longer than any captcha has');
  return found;
}
