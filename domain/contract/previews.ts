import { z } from 'zod';
import { defineCall, idParams } from './call.ts';
import { finding } from './findings.ts';
import { siteKey } from './sites.ts';

/** One post of a project as it would be sent to a site. */
export const shownPost = z.object({
  title: z.string(),
  html: z.string(),
  tags: z.array(z.string()),
  links: z.array(z.object({ url: z.string(), anchor: z.string(), rel: z.string() })),
  /** Last part of its address; null where the platform makes it. */
  slug: z.string().nullable(),
  category: z.string().nullable(),
  excerpt: z.string().nullable(),
  isDraft: z.boolean(),
  /** When the site would show it, were it sent now; null: at once. */
  publishAt: z.string().nullable(),
  featured: z.object({ url: z.string(), alt: z.string() }).nullable(),
  /** Where the site takes it as a file: its media type and length in bytes. */
  file: z.object({ type: z.string(), length: z.number().int() }).nullable(),
  /** What the operator should know of it, what stops it first. */
  findings: z.array(finding),
});
export type ShownPost = z.infer<typeof shownPost>;

const asked = z.object({
  site: siteKey,
  /** Another text for another turn. */
  turn: z.number().int().min(0).max(1_000_000).default(0),
});

/** Nothing is reserved, counted or sent. */
export const showOnePost = defineCall({
  id: 'showOnePost',
  method: 'POST',
  path: '/action/project/show_one/:id',
  summary: 'Compose a post of a project for a site exactly as it would be sent; sends nothing',
  params: idParams,
  body: asked,
  reply: z.object({ post: shownPost }),
});

/** The same as its site would get it, where that is a file. */
export const showOneFile = defineCall({
  id: 'showOneFile',
  method: 'POST',
  path: '/action/project/show_one_file/:id',
  summary: 'The PDF of a post that show_one composes, where the site takes PDFs; sends nothing',
  params: idParams,
  body: asked,
  answer: 'file',
});
