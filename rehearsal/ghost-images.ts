import type { SiteReply, SiteRequest } from './site-software.ts';

const folder = '/content/images/';

/** The images that were uploaded to a rehearsed Ghost: a form of parts, each name once (Admin API, images/upload). */
export class GhostImages {
  readonly #files = new Map<string, { type: string; bytes: Buffer }>();
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  take({ bytes }: SiteRequest): SiteReply {
    const text = bytes.toString('latin1');
    const part = /name="file"; filename="([^"]+)"\r\nContent-Type: (image\/[\w+-]+)\r\n\r\n([\s\S]*?)\r\n--part-/.exec(
      text,
    );
    const headers = { 'content-type': 'application/json' };
    if (!part) return { status: 415, headers, body: '{"errors":[{"message":"Please select a valid image."}]}' };
    const [, name = '', type = '', data = ''] = part;
    let file = name;
    for (let count = 1; this.#files.has(file); count += 1) file = name.replace(/(?=\.\w+$)/, `-${count}`);
    this.#files.set(file, { type, bytes: Buffer.from(data, 'latin1') });
    const url = `${this.#baseUrl}${folder}${file}`;
    return { status: 201, headers, body: JSON.stringify({ images: [{ url, ref: null }] }), uploaded: true };
  }

  /** The file behind a public address, undefined for other addresses. */
  file(path: string): SiteReply | undefined {
    if (!path.startsWith(folder)) return undefined;
    const found = this.#files.get(path.slice(folder.length));
    return found
      ? { status: 200, headers: { 'content-type': found.type }, body: found.bytes }
      : { status: 404, body: '' };
  }
}
