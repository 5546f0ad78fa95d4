import { z } from 'zod';
import { defineCall } from './call.ts';
import { permission, siteKey } from './sites.ts';

export const permitCustomSites = defineCall({
  id: 'permitCustomSites',
  method: 'POST',
  path: '/action/permit/custom_sites',
  summary: 'Say of many sites what the right to post there rests on; their pace stays',
  body: z.object({
    ids: z.array(siteKey).min(1).max(100_000),
    permission,
    /** Left out, the notes stay as they are. */
    permissionNote: z.string().max(2_000).optional(),
  }),
  /** How many of them are there. */
  reply: z.object({ count: z.number() }),
});
