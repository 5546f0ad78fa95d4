import { z } from 'zod';

/**
 * Why a request was not carried out, for programs: the code of a reason never changes, the message beside it may
 * (D-GEN-01).
 */
export const refusalCode = z
  .enum([
    'INVALID',
    'MALFORMED',
    'TOO_LARGE',
    'SIGN_IN_NEEDED',
    'CROSS_SITE',
    'NOT_FOUND',
    'TOO_MANY_TRIES',
    'STORE_AWAY',
    'FAULT',
    'EXISTS',
    'BUSY',
    'SCHEDULED',
    'NOT_SCHEDULED',
    'WRONG_KIND',
    'NOT_WAITING',
    'NOT_SET_UP',
    'NONE_LEFT',
    'OUTSIDE_REFUSED',
    'AT_ITS_END',
    'ALREADY_DONE',
    'STALE',
  ])
  .describe(
    'INVALID a rule of a field; MALFORMED not of the shape; TOO_LARGE over a bound of size; SIGN_IN_NEEDED no session; ' +
      'CROSS_SITE sent by a page of another site; NOT_FOUND an id that does not ' +
      'exist; TOO_MANY_TRIES wait a while; STORE_AWAY try again in a moment; FAULT of the program; EXISTS it is there already; BUSY ' +
      'the project runs, or the same is under way; SCHEDULED it has a schedule; NOT_SCHEDULED it has none; WRONG_KIND not for this kind of project; ' +
      'NOT_WAITING no decision is waited for; NOT_SET_UP a setting is missing; NONE_LEFT nothing left to hand out; OUTSIDE_REFUSED ' +
      'an outside service said no; AT_ITS_END too late; ALREADY_DONE asked for again on purpose only; STALE it was changed since it was read',
  );
export type RefusalCode = z.infer<typeof refusalCode>;
