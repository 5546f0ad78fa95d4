import type { SiteContext, SiteReply, SiteRequest } from './site-software.ts';
import type { StoredPost } from './site-store.ts';
import { failure, json } from './wordpress-answers.ts';

/** An image in the library of a rehearsed WordPress. */
export interface StoredImage {
  id: number;
  slug: string;
  file: string;
  type: string;
  bytes: Buffer;
  alt: string;
}

const folder = '/wp-content/uploads/';
const firstImage = 1_000_000;

/** The media library of a rehearsed WordPress (WP-API/docs, media): raw uploads, look-up by slug, alt text. */
export class WordPressMedia {
  readonly #images = new Map<number, StoredImage>();
  readonly #baseUrl: string;
  readonly #pdfs: PdfsInLibrary;

  constructor(context: SiteContext) {
    this.#baseUrl = context.baseUrl;
    this.#pdfs = new PdfsInLibrary(context);
  }

  all(): StoredImage[] {
    return [...this.#images.values()];
  }

  addressOf(id: unknown): string | undefined {
    const image = this.#images.get(Number(id));
    return image && `${this.#baseUrl}${folder}${image.file}`;
  }

  /** The file behind a public address, undefined for other addresses. */
  file(path: string): SiteReply | undefined {
    if (!path.startsWith(folder)) return undefined;
    const pdf = this.#pdfs.file(path);
    if (pdf) return pdf;
    const image = this.all().find(({ file }) => `${folder}${file}` === path);
    if (!image) return { status: 404, body: 'No such file' };
    return { status: 200, headers: { 'content-type': image.type }, body: image.bytes };
  }

  /** Calls below /wp/v2/media. */
  handle(request: SiteRequest, id: number | undefined): SiteReply {
    const ofPdf = this.#pdfs.handle(request, id);
    if (ofPdf) return ofPdf;
    if (id !== undefined) return this.#change(request, id);
    if (request.method === 'POST') return this.#take(request);
    const slug = request.query.get('slug');
    return json(
      200,
      this.all()
        .filter((image) => slug === null || image.slug === slug)
        .map((image) => this.#view(image)),
    );
  }

  #take(request: SiteRequest): SiteReply {
    const file = /filename="([^"]+)"/.exec(request.headers['content-disposition'] ?? '')?.[1];
    const type = request.headers['content-type'] ?? '';
    if (!file || request.bytes.length === 0) return failure(400, 'rest_upload_no_data', 'No data supplied.');
    if (!type.startsWith('image/')) return failure(500, 'rest_upload_sideload_error', 'This file type is not allowed.');
    const wanted = file.replace(/\.\w+$/, '');
    const isTaken = this.all().some(({ slug }) => slug === wanted);
    // Files are counted with the posts, images from a number that these do not reach.
    const id = firstImage + this.#images.size;
    const slug = isTaken ? `${wanted}-${id}` : wanted;
    const image = { id, slug, file: `${slug}${/\.\w+$/.exec(file)?.[0] ?? ''}`, type, bytes: request.bytes, alt: '' };
    this.#images.set(id, image);
    return { ...json(201, this.#view(image)), uploaded: true };
  }

  #change(request: SiteRequest, id: number): SiteReply {
    const image = this.#images.get(id);
    if (!image) return failure(404, 'rest_post_invalid_id', 'Invalid post ID.');
    const { alt_text: alt } = JSON.parse(request.body || '{}') as { alt_text?: string };
    if (request.method === 'POST') image.alt = alt ?? image.alt;
    return json(200, this.#view(image));
  }

  #view(image: StoredImage): Record<string, unknown> {
    return { id: image.id, slug: image.slug, source_url: this.addressOf(image.id), alt_text: image.alt };
  }
}

/** True for an upload that makes a post of its own. */
export function isPdfUpload({ method, path, headers }: SiteRequest): boolean {
  return method === 'POST' && path.endsWith('/wp/v2/media') && headers['content-type'] === 'application/pdf';
}

/** Where a file can be read. */
export function addressOfFile(baseUrl: string, { file }: StoredPost): string {
  return `${baseUrl}${folder}${file?.name}`;
}

/** PDFs of the library: they stand among the posts of the site. */
class PdfsInLibrary {
  readonly #context: SiteContext;

  constructor(context: SiteContext) {
    this.#context = context;
  }

  file(path: string): SiteReply | undefined {
    const { file } = this.#all().find((post) => `${folder}${post.file?.name}` === path) ?? {};
    return file && { status: 200, headers: { 'content-type': file.type }, body: Buffer.from(file.base64, 'base64') };
  }

  /** Undefined where a call is about images. */
  handle(request: SiteRequest, id: number | undefined): SiteReply | undefined {
    if (id !== undefined) return id >= firstImage ? undefined : this.#one(request, id);
    if (isPdfUpload(request)) return this.#take(request);
    if (request.method !== 'GET') return undefined;
    const [slug, search] = [request.query.get('slug'), request.query.get('search')];
    // Seen on 6.1: of a file it leaves out what is asked for by "description.raw".
    const isBare = /description\.raw/.test(request.query.get('_fields') ?? '');
    const found = this.#all().filter((post) =>
      search === null ? post.key === slug : `${post.title} ${post.content}`.includes(search),
    );
    return found.length > 0 || search !== null
      ? json(
          200,
          found.map((post) => ({ ...this.#view(post), ...(isBare ? { description: undefined } : {}) })),
        )
      : undefined;
  }

  #all(): StoredPost[] {
    return this.#context.store.all().filter(({ file }) => file !== undefined);
  }

  #take({ headers, bytes, query }: SiteRequest): SiteReply {
    const name = /filename="([^"]+)"/.exec(headers['content-disposition'] ?? '')?.[1];
    if (!name || bytes.length === 0) return failure(400, 'rest_upload_no_data', 'No data supplied.');
    if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-')))
      return failure(500, 'rest_upload_unknown_error', 'Sorry, you are not allowed to upload this file type.');
    const { store, username } = this.#context;
    const [wanted, count] = [query.get('slug') ?? name.replace(/\.pdf$/, ''), store.size + 1];
    const key = store.byKey(wanted) ? `${wanted}-${count}` : wanted;
    const file = { name: `${key}.pdf`, type: 'application/pdf', base64: bytes.toString('base64') };
    const [title, content] = [query.get('title') ?? name, query.get('description') ?? ''];
    const post = store.add({ key, title, content, tags: [], url: '', summary: '', author: username, file });
    return { ...json(201, this.#view(post)), created: true };
  }

  #one(request: SiteRequest, id: number): SiteReply {
    const { store } = this.#context;
    const post = store.byId(id);
    if (!post?.file) return failure(404, 'rest_post_invalid_id', 'Invalid post ID.');
    if (request.method === 'DELETE') store.delete(id);
    if (request.method !== 'POST') return json(200, this.#view(post));
    const { title = post.title, description = post.content } = JSON.parse(request.body || '{}') as Record<
      string,
      string
    >;
    store.put({ ...post, title, content: description });
    return json(200, this.#view(post));
  }

  #view(post: StoredPost): Record<string, unknown> {
    const description = { raw: post.content, rendered: post.content };
    return { id: post.id, slug: post.key, source_url: addressOfFile(this.#context.baseUrl, post), description };
  }
}
