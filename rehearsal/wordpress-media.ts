import type { SiteReply, SiteRequest } from './site-software.ts';
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

/** The media library of a rehearsed WordPress (WP-API/docs, media): raw uploads, look-up by slug, alt text. */
export class WordPressMedia {
  readonly #images = new Map<number, StoredImage>();
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
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
    const image = this.all().find(({ file }) => `${folder}${file}` === path);
    if (!image) return { status: 404, body: 'No such file' };
    return { status: 200, headers: { 'content-type': image.type }, body: image.bytes };
  }

  /** Calls below /wp/v2/media. */
  handle(request: SiteRequest, id: number | undefined): SiteReply {
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
    const id = this.#images.size + 1;
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
