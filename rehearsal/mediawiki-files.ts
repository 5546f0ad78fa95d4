import type { SiteContext, SiteReply, SiteRequest } from './site-software.ts';
import type { StoredPost } from './site-store.ts';

const folder = '/images/';

/** A form with a file: its values, and the bytes of its file (RFC 7578). */
function readMultipart(request: SiteRequest): { form: URLSearchParams; bytes: Buffer } | undefined {
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) return undefined;
  const form = new URLSearchParams();
  let bytes = Buffer.alloc(0);
  for (const part of request.bytes.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const at = part.indexOf('\r\n\r\n');
    const name = /name="([^"]*)"/.exec(part.slice(0, at))?.[1] ?? '';
    const value = Buffer.from(part.slice(at + 4, -2), 'latin1');
    if (part.slice(0, at).includes('filename=')) bytes = value;
    else form.set(name, value.toString());
  }
  return { form, bytes };
}

/** The values of a request, however they came. */
export function formOf(request: SiteRequest): URLSearchParams {
  if (request.method !== 'POST') return request.query;
  return readMultipart(request)?.form ?? new URLSearchParams(request.body);
}

/** Uploaded files of a rehearsed wiki (API:Upload, API:Imageinfo): they stand among its pages. */
export class WikiFiles {
  readonly #context: SiteContext;

  constructor(context: SiteContext) {
    this.#context = context;
  }

  addressOf({ file }: StoredPost): string {
    return `${this.#context.baseUrl}${folder}${encodeURIComponent((file?.name ?? '').replaceAll(' ', '_'))}`;
  }

  /** The file behind a public address, undefined for other addresses. */
  file(path: string): SiteReply | undefined {
    if (!path.startsWith(folder)) return undefined;
    const name = path.slice(folder.length).replaceAll('_', ' ');
    const { file } = this.#context.store.byKey(`File:${name}`) ?? {};
    if (!file) return { status: 404, body: 'No such file' };
    return { status: 200, headers: { 'content-type': file.type }, body: Buffer.from(file.base64, 'base64') };
  }

  /** Takes a file: the answer's `upload`, or the code and text of an error. */
  take(request: SiteRequest, author: string): { upload: Record<string, unknown> } | { code: string; text: string } {
    const { form, bytes } = readMultipart(request) ?? { form: new URLSearchParams(), bytes: Buffer.alloc(0) };
    const name = (form.get('filename') ?? '').replaceAll('_', ' ');
    if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-')) || !name.endsWith('.pdf'))
      return { code: 'filetype-banned', text: 'This type of file is banned.' };
    const { store } = this.#context;
    const key = `File:${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const file = { name: key.slice('File:'.length), type: 'application/pdf', base64: bytes.toString('base64') };
    const [content, summary] = [form.get('text') ?? '', form.get('comment') ?? ''];
    const existing = store.byKey(key);
    if (existing?.file?.base64 === file.base64)
      return { code: 'fileexists-no-change', text: 'The upload is an exact duplicate of the current version.' };
    const post = existing ?? store.add({ key, title: key, content, summary, tags: [], url: '', author, file });
    return { upload: { result: 'Success', filename: file.name.replaceAll(' ', '_'), imageinfo: this.infoOf(post) } };
  }

  infoOf(post: StoredPost): Record<string, unknown> {
    return { url: this.addressOf(post), descriptionurl: `${this.#context.baseUrl}/index.php/${post.key}` };
  }
}
