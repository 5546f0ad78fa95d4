import { setTimeout as pause } from 'node:timers/promises';
import type { CaptchaService, Solved } from '#connectors/kit/contract/captcha.ts';
import type { ServiceJob } from '#connectors/kit/contract/connector.ts';
import type { CaptchaAnswer, CaptchaTask } from '#connectors/kit/contract/tools.ts';
import { asConnectorError, Fatal, NeedsOperator, Retryable } from '#connectors/kit/errors.ts';

/** A service of the operator's with its key, ready to be asked. */
export interface ReadyService {
  service: CaptchaService;
  job: ServiceJob;
}

/** What the operator reads where solving is off. */
const solvingIsOff =
  'The site asks for a captcha, and solving is off: switch it on in Settings, or do this step by hand';

/**
 * Has a captcha solved by the first of the services (primary, then backup) that can and does. Never asked when there is
 * none: solving is off. Throws NeedsOperator, or Retryable where all are busy.
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
  let isBusy = false;
  for (const { service, job } of able)
    try {
      const solved = await solveWith({ service, job }, task, signal);
      const wasWrong = async () => {
        if (solved.token !== '') await service.reportBad?.(job, solved.token).catch(() => {});
      };
      return { answer: solved.answer, wasWrong };
    } catch (error) {
      if (signal.aborted || asConnectorError(error) === undefined) throw error;
      isBusy ||= error instanceof Retryable;
      reasons.push(`${service.label}: ${(error as Error).message}`);
    }
  const reason = `The captcha of the site was not solved. ${reasons.join('; ')}`;
  throw isBusy ? new Retryable(reason) : new NeedsOperator(reason, 'captcha');
}

const namesOf: Record<CaptchaTask['kind'], string> = {
  picture: 'pictures',
  'recaptcha-v2': 'reCAPTCHA v2',
  'recaptcha-v3': 'reCAPTCHA v3',
  turnstile: 'Turnstile',
};

const canSolve = (service: CaptchaService, task: CaptchaTask) =>
  service.solves.includes(task.kind) && (task.kind !== 'picture' || task.image.length <= service.maxImageBytes);

async function solveWith({ service, job }: ReadyService, task: CaptchaTask, signal: AbortSignal): Promise<Solved> {
  const { firstPollMs, pollMs, giveUpMs } = service.pace;
  const giveUpAt = Date.now() + giveUpMs;
  let found = await service.submit(job, task);
  for (let waitMs = firstPollMs; found.state === 'waiting'; waitMs = pollMs) {
    if (Date.now() + waitMs > giveUpAt) throw new Fatal(`no answer within ${Math.round(giveUpMs / 1_000)} s`);
    await pause(waitMs, undefined, { signal });
    found = await service.poll(job, found.token);
  }
  return found;
}
