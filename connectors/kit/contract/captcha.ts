import type { ServiceConnector, ServiceJob, Waiting } from './connector.ts';

/** A picture with letters. */
export interface PictureCaptcha {
  kind: 'picture';
  image: Uint8Array;
  /** Media type: image/png, image/jpeg, image/gif. */
  type: string;
  caseSensitive?: boolean;
  characters?: 'any' | 'digits' | 'letters';
  minLength?: number;
  maxLength?: number;
  /** True when a sum is to be worked out. */
  isSum?: boolean;
  /** For the one who solves: "type the red letters". */
  instruction?: string;
}

/** A widget of a page, answered by a token. */
export interface WidgetCaptcha {
  kind: 'recaptcha-v2' | 'recaptcha-v3' | 'turnstile';
  siteKey: string;
  pageUrl: string;
  isInvisible?: boolean;
  isEnterprise?: boolean;
  /** The widget's data-s. */
  data?: string;
  /** Of version 3. */
  action?: string;
  minScore?: number;
}

/** What is to be solved. */
export type CaptchaTask = PictureCaptcha | WidgetCaptcha;
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
