import { z } from 'zod';
import { splitCommaText } from '../rules/comma-text.ts';
import { defineCall, id, idParams, idsReply, requiredText } from './call.ts';
import { cloudService } from './clouds.ts';
import { siteKey } from './sites.ts';
import { topic } from './topic.ts';

/** Platform of the sites that blogs are: their key is the product's, so no account is asked for. */
export const blogPlatform = 'Static Blog';

/** Articles that one blog begins with, at most. */
export const mostBlogArticles = 200;

export const blogTexts = {
  bucketName: 'You need to enter bucket name (it should be in spintax)',
  title: 'You need to enter title of the blog',
  keywords: 'You need to enter some keywords for your blog',
  description: 'You need to enter description for your blog',
  aboutMe: 'You need to enter content for the about me page',
  contact: 'You need to enter content for the contact us page',
  directory: 'The directory takes letters, digits, "-", "_" and "/" between its parts',
  profile: 'The profile must be an address like https://social.example/me',
  account: 'Please select a cloud account',
  articles: `At most ${mostBlogArticles} articles can be chosen`,
  articlesGone: 'An article that was chosen is not there any more',
  isWorking: 'The blog is being uploaded or removed already',
  isLive: 'The blog stands already',
  stands: 'A blog of yours has this bucket and directory already',
  taken: (name: string) => `The bucket name "${name}" belongs to somebody else: enter another one, or more spins of it`,
  notEmpty: 'Something stands in this directory of the bucket already: enter another directory',
  notPublic: (why: string) =>
    `Strangers cannot read the blog (${why}). A bucket that was there before is not opened: enter another name, or open it in the console of the service, then resume`,
  notWorking: 'The blog is neither being uploaded nor removed',
} as const;

/** Folders below the bucket, "/" between them, none at the ends; '' for the bucket itself. */
const directory = z
  .string()
  .max(200, 'The directory must have at most 200 characters')
  .transform((typed) => typed.trim().replace(/^\/+|\/+$/g, ''))
  .refine((typed) => typed === '' || /^[a-z0-9_-]+(\/[a-z0-9_-]+)*$/i.test(typed), blogTexts.directory)
  .default('');

const isProfile = (typed: string) => /^https?:\/\/[^\s/]+/i.test(typed) && URL.canParse(typed);
const profile = z
  .string()
  .trim()
  .max(500, 'The profile must have at most 500 characters')
  .refine((typed) => typed === '' || isProfile(typed), blogTexts.profile)
  .default('');

/** The form of a blog; all texts may hold spin syntax but the addresses (part L). */
export const cloudBlogForm = z.object({
  bucketName: requiredText(blogTexts.bucketName, 1_000),
  directory,
  title: requiredText(blogTexts.title, 500),
  keywords: requiredText(blogTexts.keywords, 2_000)
    .transform((typed) => splitCommaText(typed).join(','))
    .refine((typed) => typed !== '', blogTexts.keywords),
  description: requiredText(blogTexts.description, 2_000),
  aboutMe: requiredText(blogTexts.aboutMe, 50_000),
  contact: requiredText(blogTexts.contact, 50_000),
  facebook: profile,
  instagram: profile,
  twitter: profile,
  linkedin: profile,
  /** Articles that become its first posts. */
  articleIds: z
    .array(id)
    .refine((ids) => ids.length <= mostBlogArticles, blogTexts.articles)
    .default([]),
});
export type CloudBlogForm = z.infer<typeof cloudBlogForm>;

/** In work, standing, or broken off: then it can be gone on with or undone. */
export const cloudBlogState = z.enum(['UPLOADING', 'LIVE', 'FAILED', 'STOPPED', 'REMOVING']);
export type CloudBlogState = z.infer<typeof cloudBlogState>;

/** A blog at a cloud service. */
export const cloudBlog = z.object({
  id,
  title: z.string(),
  cloudAccountId: id,
  account: z.string(),
  service: cloudService,
  bucket: z.string(),
  directory: z.string(),
  state: cloudBlogState,
  /** Where strangers read it. */
  url: z.string(),
  /** Files sent, or left to be removed, and how many there are. */
  done: z.number(),
  total: z.number(),
  /** What it waits for, or why it failed. */
  note: z.string().nullable(),
  /** Its site under Custom Sites; null until it stands. */
  site: siteKey.nullable(),
  madeAt: z.iso.datetime(),
  version: z.number(),
});
export type CloudBlog = z.infer<typeof cloudBlog>;

export const listCloudBlogs = defineCall({
  id: 'listCloudBlogs',
  method: 'GET',
  path: '/rest/cloud_blogs',
  summary: 'The blogs that were uploaded or are being uploaded',
  reply: z.object({ blogs: z.array(cloudBlog) }),
});
export const previewCloudBlog = defineCall({
  id: 'previewCloudBlog',
  method: 'POST',
  path: '/rest/cloud_blog_preview',
  summary: 'The pages of a blog as they would be uploaded: index, about, contact and a sample post (D-BLOG-01)',
  body: cloudBlogForm,
  reply: z.object({ pages: z.array(z.object({ path: z.string(), html: z.string() })) }),
});
export const uploadCloudBlog = defineCall({
  id: 'uploadCloudBlog',
  method: 'POST',
  path: '/action/upload/cloud_blog',
  summary: 'Make the bucket, upload the pages and let strangers read them; goes on in the background (D-BLOG-02)',
  body: cloudBlogForm.extend({ cloudAccountId: z.number(blogTexts.account).int().min(1, blogTexts.account) }),
  /** `url`: where the blog will stand; where the name is taken, the next event tells another. */
  reply: z.object({ url: z.string(), blog: cloudBlog }),
});
export const resumeCloudBlog = defineCall({
  id: 'resumeCloudBlog',
  method: 'POST',
  path: '/action/resume/cloud_blog/:id',
  summary: 'Go on with an upload or a removal that failed or was stopped; what stands is not sent again',
  params: idParams,
  reply: z.object({ blog: cloudBlog }),
});
export const stopCloudBlog = defineCall({
  id: 'stopCloudBlog',
  method: 'POST',
  path: '/action/stop/cloud_blog/:id',
  summary: 'Stop an upload or a removal; what was done stays',
  params: idParams,
  reply: z.object({ blog: cloudBlog }),
});
export const undoCloudBlog = defineCall({
  id: 'undoCloudBlog',
  method: 'POST',
  path: '/action/undo/cloud_blog/:id',
  summary: 'Take away all that was uploaded for a blog, and its bucket where that was made for it and is empty',
  params: idParams,
  reply: z.object({ blog: cloudBlog }),
});
/** Only what is kept here: the blog stands on at its service. */
export const forgetCloudBlog = defineCall({
  id: 'forgetCloudBlog',
  method: 'DELETE',
  path: '/rest/cloud_blogs/:id',
  summary: 'Forget a blog here; what stands at its service stays there',
  params: idParams,
  reply: idsReply,
});

/** Events of topic cloud_blogs. */
export type CloudBlogsEventBody =
  | { action: 'blogChanged'; blog: CloudBlog }
  | { action: 'blogsDeleted'; ids: number[] };
/** What happens to cloud blogs. */
export const cloudBlogsTopic = topic<CloudBlogsEventBody>('cloud_blogs');
