import type { Checked } from '#connectors/kit/contract/connector.ts';
import type {
  Found,
  Job,
  Pending,
  Platform,
  PostContent,
  Published,
  Publishing,
} from '#connectors/kit/contract/platforms.ts';
import type { OutsideAnswer } from '#connectors/kit/contract/tools.ts';
import { Fatal, Unconfirmed } from '#connectors/kit/errors.ts';
import { hasPath, linkLike, markOn } from '#connectors/kit/page-marks.ts';
import type { FormDefinition } from '#domain/contract/form-definitions.ts';
import { definitionOf, siteSettings, valuesOf } from './definition.ts';
import { Duplicate, refuseErrors } from './judge-answer.ts';
import { findPost, publishedAt } from './look-up.ts';
import { findForm, heldOtherwise, problemsOf, type ValueFor } from './read-form.ts';
import { show } from './show.ts';
import { signedInUntil, signIn } from './sign-in.ts';
import { expectForm, provesNothing, readPage, sendForm } from './walk.ts';

const lookUp = (job: Job, content: PostContent) => findPost(job, definitionOf(job.site), content);

/** A profile is filled once, and never written over: its form shows what it holds. */
const profileWay: Publishing = {
  accepts: { markup: 'bookmark', titleMaxLength: 200, images: false, tags: false, maxLinks: 1, rel: false },
  publish: (job, content) => publish(job, content, true),
  lookUp,
};

/** Sites that are posted to through their own web form, as a definition of the operator describes it. */
export const form: Platform = {
  id: 'form',
  label: 'Web form',
  modules: ['SocialNetwork', 'ArticleDirectory', 'PressRelease', 'GooglePlace', 'WebProfile', 'ForumProfile'],
  fields: [
    { name: 'username', label: 'Username', kind: 'text', required: true, help: 'Login name at the site' },
    { name: 'password', label: 'Password', kind: 'secret', required: true, help: 'Password of that login' },
  ],
  asks: [
    {
      when: 'setup',
      text: 'Ask the owner of the site whether you may post through its form, and describe the form in the dialog of the site.',
      link: { text: 'Open the site', url: '{site}' },
    },
    {
      when: 'credentials',
      text: 'Compare name and password with the site.',
      link: { text: 'Open the site', url: '{site}' },
    },
    { when: 'confirmation', text: 'Do at the site what it asks this account for.' },
    { when: 'ban', text: 'Ask the owner of the site whether this account may post there.' },
    { when: 'captcha', text: 'Post by hand, or ask the owner of the site for a way without the question.' },
  ],
  accepts: { markup: 'html', titleMaxLength: 200, images: false, tags: true, rel: true, filing: true },
  ownWays: { WebProfile: profileWay, ForumProfile: profileWay },
  siteSettings,
  // Tokens and what is previewed lie in the session: two posts of one account at once would mix them up.
  maxAtOnce: 1,
  settleMs: 60_000,
  publish: (job, content) => publish(job, content),
  lookUp,
  show: (job, content) => show(job, definitionOf(job.site), content),
  check,
  async probe(site, tools) {
    const definition = definitionOf(site);
    const { path, step } = definition.signIn
      ? { path: definition.signIn.page, step: definition.signIn }
      : { path: definition.page, step: definition.steps[0] };
    const page = await readPage({ site, tools }, path);
    const found = step && findForm(page, step.form);
    const [problem = ''] = found && step ? problemsOf(found, step, page) : [`No such form was found at ${path}`];
    const isGood = problem === '';
    return { recognised: isGood, open: isGood, detail: isGood ? `The form at ${path} is as it is defined` : problem };
  },
};

async function publish(job: Job, content: PostContent, keeps = false): Promise<Published | Pending> {
  const definition = definitionOf(job.site);
  try {
    const page = await submit(job, { definition, valueFor: valuesOf(job, content, definition), keeps });
    return await resultOf(job, { definition, content, page });
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error;
    const found = definition.lookUp ? await findPost(job, definition, content) : undefined;
    if (found?.state === 'published') return found;
    throw error;
  }
}

/** The page of the first form. */
async function openForm(job: Job, definition: FormDefinition): Promise<OutsideAnswer> {
  const page = await readPage(job, definition.page);
  const [step] = definition.steps;
  if (!step) throw new Fatal('The form definition of this site has no step');
  expectForm(job, page, definition, step);
  const problem = provesNothing(page, definition);
  if (problem !== undefined) throw new Fatal(problem);
  return page;
}

interface Filling {
  definition: FormDefinition;
  valueFor: ValueFor;
  /** True where what a field holds already is left as it is. */
  keeps: boolean;
}

/** Goes through all forms and answers the page after the last, whose sending is the act; signs in where that is due. */
function submit(job: Job, { definition, valueFor, keeps }: Filling): Promise<OutsideAnswer> {
  return signedInUntil(job, definition, async () => {
    const { steps, success, waiting } = definition;
    let page = await openForm(job, definition);
    for (const [index, step] of steps.entries()) {
      // The definition counts more steps than the site: what stands already must not be sent again.
      if (index > 0 && !findForm(page, step.form) && markOn(page, success))
        throw new Unconfirmed(`The site took the post at step ${index} of ${steps.length} already`);
      if (index > 0) refuseErrors(job, page, definition);
      const found = expectForm(job, page, definition, step);
      const [held] = keeps ? heldOtherwise(found, step, valueFor) : [];
      if (held !== undefined)
        throw new Fatal(
          `The profile of this account has a text already (${held}), and is filled only once: use another account`,
        );
      page = await sendForm(job, { form: found, step, valueFor, act: index === steps.length - 1 });
    }
    if (markOn(page, [...success, ...waiting])) return page;
    refuseErrors(job, page, definition);
    // A session that ends in between sends on to the sign-in whatever became of the post: it is looked for, not sent again.
    throw new Unconfirmed('The site did not say whether it took the post: no mark of success or error is on its page');
  });
}

interface Taken {
  definition: FormDefinition;
  content: PostContent;
  page: OutsideAnswer;
}

/** Where a post that was taken stands: no failure may lead to a second one. */
async function resultOf(job: Job, { definition, content, page }: Taken): Promise<Published | Pending> {
  if (markOn(page, definition.waiting)) return { state: 'pending', token: 'waiting' };
  const { from, link } = definition.address;
  if (from === 'list') return await fromList(job, definition, content);
  const isFinal = from === 'final' && (link === undefined || hasPath(page.url, link));
  const url = isFinal
    ? page.url
    : from === 'answer' && link !== undefined
      ? linkLike(page, link, ownPages(definition))
      : undefined;
  if (url === undefined)
    throw new Unconfirmed(`The site took the post, but its page shows no address like ${link ?? 'the one defined'}`);
  return publishedAt(url, content, definition);
}

/** Pages that menus lead to, and that are no posts. */
const ownPages = ({ page, signIn, lookUp }: FormDefinition) =>
  [page, signIn?.page, lookUp?.page].filter((path) => path !== undefined);

async function fromList(job: Job, definition: FormDefinition, content: PostContent): Promise<Published | Pending> {
  const found = await findPost(job, definition, content).catch((error: unknown): Found => {
    throw new Unconfirmed('The site took the post, but the list of posts cannot be read', { cause: error });
  });
  if (found.state === 'published' || found.state === 'pending') return found;
  throw new Unconfirmed('The site took the post, but its list of posts does not show it yet');
}

/** Signs in anew and looks at the first form; sends no post. */
async function check(job: Job): Promise<Checked> {
  const definition = definitionOf(job.site);
  await signIn(job, definition);
  await openForm(job, definition);
  const who = definition.signIn ? `Signed in as ${job.account.username}` : 'No sign-in is asked for';
  return { detail: `${who}; the form at ${definition.page} is as it is defined` };
}
