import { z } from 'zod';
import { defineCall, success } from './call.ts';

/** The signed-in user as the browser sees it (part L). */
export const user = z.object({
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  privileged: z.boolean(),
  installationId: z.string(),
  notificationUrl: z.string().nullable(),
});
export type User = z.infer<typeof user>;

/** Outside addresses the shell may show; a link without an address is not drawn (D-NAV-06). */
export const shellLinks = z.object({
  changelog: z.string().nullable(),
  guide: z.string().nullable(),
  help: z.string().nullable(),
  privacy: z.string().nullable(),
  terms: z.string().nullable(),
});

export const captchaKind = z.enum(['v2', 'invisible', 'slider']);
export type CaptchaKind = z.infer<typeof captchaKind>;

/** Sizes of the slider's pictures in px, and how far the piece may lie from its gap (1-core section 9). */
export const sliderSize = { width: 280, height: 155, piece: 56, tolerance: 5 } as const;

/** Status texts of a refused sign-in (D-AUTH-12). */
export const loginTexts = {
  ok: 'ok',
  wrong: 'Incorrect username or password',
  captcha: 'Please solve the captcha',
  tooMany: 'Too many attempts, please try again later',
} as const;

export const login = defineCall({
  id: 'login',
  method: 'POST',
  path: '/public/api/login/account',
  summary: 'Sign in; sets the session cookie',
  open: true,
  body: z.object({
    username: z.string().max(255),
    password: z.string().max(1_000),
    type: z.literal('account').default('account'),
    captcha: z.string().max(10_000).nullish(),
    captchaType: captchaKind.nullish(),
  }),
  reply: z.object({
    status: z.string(),
    name: z.string().optional(),
    /** Of a refused try: the captcha that the next one needs. Told here, so that nobody can ask how a name stands. */
    captcha: captchaKind.nullable().optional(),
  }),
});

export const loginConfig = defineCall({
  id: 'loginConfig',
  method: 'GET',
  path: '/public/api/login/config',
  summary: 'Whether and which captcha the sign-in needs from this address',
  open: true,
  reply: z.object({ captcha: captchaKind.nullable(), siteKey: z.string().nullable(), links: shellLinks }),
});

export const loginSlider = defineCall({
  id: 'loginSlider',
  method: 'GET',
  path: '/public/api/login/slider',
  summary: 'A new picture of the slider; its answer is `id:x`, for one try within 2 minutes',
  open: true,
  // It counts against the address: no other site may use it up.
  changes: true,
  reply: z.object({ id: z.string(), background: z.string(), piece: z.string(), top: z.number().int() }),
});

export const logout = defineCall({
  id: 'logout',
  method: 'GET',
  path: '/api/logout',
  summary: 'End the session',
  changes: true,
  reply: success,
});

export const currentUser = defineCall({
  id: 'currentUser',
  method: 'GET',
  path: '/rest/current_user',
  summary: 'The signed-in user',
  reply: z.object({ user, links: shellLinks }),
});

export const version = defineCall({
  id: 'version',
  method: 'GET',
  path: '/rest/version',
  summary: 'Own version and the latest known one',
  reply: z.object({ current: z.string(), latest: z.string().nullable() }),
});
