import type { ServiceConnector, ServiceJob, Waiting } from './connector.ts';
import type { CaptchaTask } from './tools.ts';

export type { CaptchaTask };

/** What a service may be able to solve. */
export type CaptchaKind = CaptchaTask['kind'];

/** A solved captcha. */
export interface Solved {
  state: 'solved';
  /** Names the work when it is reported as wrong; '' where that cannot be. */
  token: string;
  /** Letters of the picture, or the widget's token. */
  answer: string;
}

/** A service that solves captchas for money. Never waits by itself: whoever asks keeps the pace that it declares. */
export interface CaptchaService extends ServiceConnector {
  solves: CaptchaKind[];
  /** Largest picture it takes. */
  maxImageBytes: number;
  /** How often it may be asked, and when there is no hope any more, in ms. */
  pace: { firstPollMs: number; pollMs: number; giveUpMs: number };
  /** Hands a captcha over, once: what dies after it left is Unconfirmed, for it may cost. Some answer at once. */
  submit(job: ServiceJob, task: CaptchaTask): Promise<Waiting | Solved>;
  /** Reads only. A captcha that nobody could solve raises Fatal: the page is asked for another one. */
  poll(job: ServiceJob, token: string): Promise<Waiting | Solved>;
  /** Tells that an answer was wrong, so that it is not paid for. */
  reportBad?(job: ServiceJob, token: string): Promise<void>;
}
