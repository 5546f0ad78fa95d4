import type { Found, Job, PostContent, Published } from '#connectors/kit/contract/platforms.ts';
import { Fatal } from '#connectors/kit/errors.ts';
import { decodeEntities } from '#connectors/kit/find-elements.ts';
import { hasMarker, hasSign, isCut } from '#connectors/kit/marker.ts';
import { linkLike, linksOn, markOn, maxPage, type Page, pathOf, wordsOf } from '#connectors/kit/page-marks.ts';
import type { FormDefinition } from '#domain/contract/form-definitions.ts';
import { standingLinks } from './definition.ts';
import { signedInUntil } from './sign-in.ts';
import { isSignInPage, readPage, SignedOut } from './walk.ts';

/** A post that stands at an address. */
export function publishedAt(url: string, content: PostContent, definition: FormDefinition): Published {
  const plain = url.split('#', 1)[0] ?? url;
  return { state: 'published', url: plain, remoteId: pathOf(plain), links: standingLinks(content, definition) };
}

type List = NonNullable<FormDefinition['lookUp']>;
const unknown = (reason: string): Found => ({ state: 'unknown', reason });

/** Looks for a post in the list of the own posts; reads only, though it may sign in. */
export function findPost(job: Job, definition: FormDefinition, content: PostContent): Promise<Found> {
  const list = definition.lookUp;
  if (!list)
    return Promise.resolve(
      unknown('The form definition of this site names no list of posts to look in: see there whether it is'),
    );
  return signedInUntil(job, definition, () => search(job, { definition, list, content }));
}

/** Entries of one page that are looked at, and posts that are opened to tell them apart. */
const mostEntries = 2_000;
const mostShown = 40;

interface Search {
  definition: FormDefinition;
  list: List;
  content: PostContent;
}

async function search(job: Job, { definition, list, content }: Search): Promise<Found> {
  const isPaged = list.page.includes('{page}');
  const told = { nShown: 0, hasSigns: false };
  // Where no entry carries any sign, the list cuts them off, and says nothing of this one.
  const notThere = (): Found =>
    list.by === 'marker' && !told.hasSigns
      ? unknown('No entry of the list of posts shows its {marker}')
      : { state: 'absent' };
  for (let number = 1; number <= list.pages; number += 1) {
    const page = await readPage(job, list.page.replaceAll('{page}', String(number)));
    if (!markOn(page, [list.shows])) {
      if (isSignInPage(page, definition)) throw new SignedOut();
      return unknown(`The page ${pathOf(page.url)} does not look like the list of posts any more`);
    }
    const entries = entriesOf(page, list.entry);
    if (page.text.length >= maxPage || entries.length > mostEntries)
      return unknown('The list of posts is longer than what is read of it');
    if (entries.length === 0) {
      if (number > 1) return notThere();
      return list.empty && markOn(page, [list.empty])
        ? { state: 'absent' }
        : unknown(`The list of posts has no entry (${list.entry}): it may be empty, or look otherwise by now`);
    }
    for (const entry of entries) {
      told.hasSigns ||= hasSign(decodeEntities(entry.text));
      const found = await judgeEntry(job, entry, { definition, list, content, told });
      if (found) return found;
    }
    if (!isPaged) return notThere();
  }
  return unknown(`It is not on the first ${list.pages} pages of the list of posts: it may be older`);
}

/** A list is cut into what stands from the beginning of one entry to that of the next. */
function entriesOf({ text, url }: Page, tag: string): Page[] {
  const pieces = text.slice(0, maxPage).split(new RegExp(`<${tag}(?=[\\s/>])`, 'i'));
  return pieces.slice(1, mostEntries + 2).map((piece) => ({ text: `<${tag}${piece}`, url }));
}

/** Undefined: the entry is about another post. */
async function judgeEntry(
  job: Job,
  entry: Page,
  { definition, list, content, told }: Search & { told: { nShown: number } },
): Promise<Found | undefined> {
  if (list.by === 'marker' && isCut(decodeEntities(entry.text), content.marker))
    return unknown('The list of posts shows only the beginning of {marker}: which post is which cannot be told');
  const isOurs =
    list.by === 'marker' ? hasMarker(decodeEntities(entry.text), content.marker) : mayBe(entry, list, content);
  if (!isOurs) return undefined;
  const url = linkLike(entry, list.link);
  if (url === undefined) return { state: 'pending', token: 'listed' };
  if (list.by !== 'title') return publishedAt(url, content, definition);
  told.nShown += 1;
  if (told.nShown > mostShown) return unknown(`More than ${mostShown} posts of the list have such a title`);
  const stands = await showsPost(job, url, content);
  return stands ? publishedAt(url, content, definition) : undefined;
}

/** Lists shorten titles and set them in capitals: as much of a title as all show. The post itself is opened then. */
const leastTitle = 10;
const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

function mayBe(entry: Page, { by }: List, content: PostContent): boolean {
  if (by === 'title') return plain(wordsOf(entry.text)).includes(plain(content.title).slice(0, leastTitle));
  const [link] = content.links;
  return link !== undefined && linksOn(entry).includes(new URL(link.url).href);
}

/** A title alone tells no two posts apart: the page must have our marker, or all of our links. */
async function showsPost(job: Job, url: string, content: PostContent): Promise<boolean> {
  const page = await readPage(job, pathOf(url));
  if (hasMarker(decodeEntities(page.text), content.marker)) return true;
  const there = new Set(linksOn(page));
  if (content.links.length === 0)
    throw new Fatal('A post without links and without {marker} cannot be told from another one');
  return content.links.every((link) => URL.canParse(link.url) && there.has(new URL(link.url).href));
}
