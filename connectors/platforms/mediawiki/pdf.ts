import { aboutFile, linksOfFile, pdfFile, readContentFile } from '#connectors/kit/content-file.ts';
import type { Found, Job, PostContent, Published, Publishing } from '#connectors/kit/contract/platforms.ts';
import { Fatal, NeedsOperator, Unconfirmed } from '#connectors/kit/errors.ts';
import { markerSign } from '#connectors/kit/marker.ts';
import { listOf, objectOf, shortDetail, textOf } from '#connectors/kit/read-answer.ts';
import { fileNameOf } from './page-text.ts';
import { readAlsoAsMember, withSession } from './session.ts';
import { ask, errorOfWiki, postFile, WikiError } from './wiki-call.ts';

/** A post that is an uploaded PDF (mediawiki.org, API:Upload). Its address is that of the file. */
export const uploadedPdf: Publishing = {
  accepts: { markup: 'html', titleMaxLength: 200, images: false, tags: false, rel: false, file: pdfFile },
  publish,
  lookUp,
};

async function publish(job: Job, content: PostContent): Promise<Published> {
  const { bytes, type } = await readContentFile(job, content);
  const name = fileNameOf(content);
  const values = {
    action: 'upload',
    assert: 'user',
    maxlag: '5',
    filename: name,
    comment: `New file (${markerSign(content.marker)})`,
    text: descriptionOf(content),
    // They would only ask whether a file like it was meant to be there once more.
    ignorewarnings: '1',
  };
  const file = { field: 'file', name: 'article.pdf', type, bytes };
  try {
    const answer = await withSession(job, (token) => postFile(job, { ...values, token }, file), true);
    return readUpload(objectOf(answer, 'upload'), content);
  } catch (error) {
    if (!(error instanceof WikiError)) throw error;
    const there = error.code === 'fileexists-no-change' ? await findFile(job, content) : undefined;
    if (there) return there;
    throw refusalOf(error) ?? errorOfWiki(job, error, true);
  }
}

/** Words beside the file, as nothing but words, and the marker. */
function descriptionOf(content: PostContent): string {
  const words = aboutFile(content).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<nowiki>${words}</nowiki>\n<!-- ${markerSign(content.marker)} -->`;
}

function readUpload(upload: Record<string, unknown> | undefined, content: PostContent): Published {
  const result = textOf(upload, 'result');
  const url = textOf(objectOf(upload, 'imageinfo'), 'url');
  if (result === 'Success' && url !== '') return toPublished(url, textOf(upload, 'filename'), content);
  if (result === 'Failure' || result === 'Warning')
    throw new Fatal(`The wiki refused the PDF: ${shortDetail(JSON.stringify(upload?.warnings ?? upload))}`);
  throw new Unconfirmed('MediaWiki took the PDF but did not say where it stands');
}

function toPublished(url: string, name: string, content: PostContent): Published {
  return { state: 'published', url, remoteId: `File:${name}`, ...linksOfFile(content) };
}

/** What an operator can mend, in his words (ApiUpload::checkVerification, ::checkPermissions). */
function refusalOf({ code }: WikiError): Error | undefined {
  if (/^filetype-|^verification-error/.test(code))
    return new Fatal('This wiki takes no PDF files: whoever keeps it can allow them ($wgFileExtensions)');
  if (/^(uploaddisabled|copyuploaddisabled)$/.test(code)) return new Fatal('This wiki takes no files at all');
  if (/^(file-too-large|filesize-toolarge)$/.test(code)) return new Fatal('The PDF is larger than this wiki takes');
  if (/^(permissiondenied|badaccess|mustbeloggedin|cantupload)/.test(code))
    return new NeedsOperator('This wiki account may not upload files', 'credentials');
  return undefined;
}

async function findFile(job: Job, content: PostContent): Promise<Published | undefined> {
  const titles = `File:${fileNameOf(content)}`;
  const answer = await ask(job, { action: 'query', titles, prop: 'imageinfo', iiprop: 'url' });
  const [page] = listOf(objectOf(answer, 'query'), 'pages');
  const url = textOf(listOf(page, 'imageinfo')[0], 'url');
  return url === '' ? undefined : toPublished(url, textOf(page, 'title').replace(/^[^:]*:/, ''), content);
}

/** By its name, which no other file has. */
function lookUp(job: Job, content: PostContent): Promise<Found> {
  return readAlsoAsMember(job, async () => (await findFile(job, content)) ?? { state: 'absent' });
}
