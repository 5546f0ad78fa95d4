import type { ServiceJob } from '#connectors/kit/contract/connector.ts';
import type { FoundMedia, MediaSource } from '#connectors/kit/contract/media.ts';
import { Fatal, Retryable } from '#connectors/kit/errors.ts';
import { htmlToText } from '#connectors/kit/html-to-text.ts';
import { askSource, dayMs, isWhole, sizeOf } from '#connectors/kit/media/ask-source.ts';
import { listOf, objectOf, shortDetail, textOf } from '#connectors/kit/read-answer.ts';

const label = 'Wikimedia Commons';
/** Width in which images are asked for: those of the collection may have a hundred megabytes. */
const width = '1280';
/** Letters of an author that are read: it comes as HTML, sometimes with a whole table. */
const maxAuthor = 2_000;

/** Wikimedia Commons by the interface of MediaWiki (action=query). It asks for no key, but for a User-Agent with a name. */
export const wikimediaCommons: MediaSource = {
  id: 'wikimedia-commons',
  label,
  address: 'https://commons.wikimedia.org',
  fields: [],
  asks: [],
  finds: ['image'],
  maxWanted: 50,
  hosting: 'link',
  keepMs: dayMs,
  async find(job, { words, wanted, after }) {
    const answer = await ask(job, {
      generator: 'search',
      gsrnamespace: '6',
      gsrlimit: String(wanted),
      gsrsearch: `${words} filetype:bitmap`,
      ...(after === null ? {} : { gsroffset: after }),
      prop: 'imageinfo',
      iiprop: 'url|size|mime|extmetadata',
      iiextmetadatafilter: 'LicenseShortName|Artist|ImageDescription',
      iiurlwidth: width,
    });
    const pages = listOf(objectOf(answer, 'query'), 'pages');
    const inOrder = pages.toSorted((one, other) => Number(one.index ?? 0) - Number(other.index ?? 0));
    const offset = objectOf(answer, 'continue')?.gsroffset;
    return { found: inOrder.map(toMedia).filter(isWhole), next: offset === undefined ? null : String(offset) };
  },
  async check(job) {
    await ask(job, { meta: 'siteinfo' });
    return { detail: 'Wikimedia Commons answers; it asks for no key' };
  },
};

/** Errors come with status 200. */
async function ask(job: ServiceJob, query: Record<string, string>): Promise<Record<string, unknown>> {
  const whole = { action: 'query', format: 'json', formatversion: '2', ...query };
  const answer = await askSource(job, { who: label, path: '/w/api.php', query: whole });
  const error = objectOf(answer, 'error');
  if (!error) return answer;
  const said = `${label} answered: ${shortDetail(textOf(error, 'info'))}`;
  throw /^(ratelimited|maxlag|readonly|internal_api_error)/.test(textOf(error, 'code'))
    ? new Retryable(said)
    : new Fatal(said);
}

function toMedia(page: Record<string, unknown>): FoundMedia {
  const [info] = listOf(page, 'imageinfo');
  const facts = objectOf(info, 'extmetadata');
  const told = (name: string) => oneLine(textOf(objectOf(facts, name), 'value'));
  const title = textOf(page, 'title');
  const name = title.replace(/^File:/, '').replace(/\.[a-z]{3,4}$/i, '');
  const author = told('Artist');
  const licence = told('LicenseShortName');
  return {
    remoteId: String(page.pageid ?? ''),
    kind: 'image',
    url: textOf(info, 'thumburl') || textOf(info, 'url'),
    form: 'file',
    pageUrl: textOf(info, 'descriptionurl'),
    width: sizeOf(info, 'thumbwidth') ?? sizeOf(info, 'width'),
    height: sizeOf(info, 'thumbheight') ?? sizeOf(info, 'height'),
    alt: told('ImageDescription') || name,
    credit: [author || name, licence, `via ${label}`].filter(Boolean).join(', '),
  };
}

const oneLine = (html: string) => shortDetail(htmlToText(html.slice(0, maxAuthor)));
