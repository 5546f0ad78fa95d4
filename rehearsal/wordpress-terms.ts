import type { SiteReply } from './site-software.ts';
import { failure, json } from './wordpress-answers.ts';

/** Tags or categories of a rehearsed WordPress: each name once, in whatever case. */
export class WordPressTerms {
  readonly #ids = new Map<string, number>();
  readonly #names = new Map<number, string>();

  /** The id of a name, made where there is none. */
  idOf(name: string): { id: number; isNew: boolean } {
    const key = name.toLowerCase();
    const known = this.#ids.get(key);
    if (known !== undefined) return { id: known, isNew: false };
    const id = this.#ids.size + 1;
    this.#ids.set(key, id);
    this.#names.set(id, name);
    return { id, isNew: true };
  }

  namesOf(ids: unknown): string[] {
    if (!Array.isArray(ids)) return [];
    return ids.map((id: number) => this.#names.get(id)).filter((name) => name !== undefined);
  }

  /** All names, in the order in which they were made. */
  names(): string[] {
    return [...this.#names.values()];
  }

  /** GET: those whose name holds the searched words. */
  search(words: string): SiteReply {
    const found = [...this.#names].filter(([, name]) => name.toLowerCase().includes(words.toLowerCase()));
    return json(
      200,
      found.map(([id, name]) => ({ id, name: name.replaceAll('&', '&amp;') })),
    );
  }

  /** POST: a name that exists is answered with its id in an error, as WordPress does. */
  make(value: unknown): SiteReply {
    const name = String(value ?? '').trim();
    if (name === '') return failure(400, 'rest_missing_callback_param', 'Missing parameter(s): name');
    const { id, isNew } = this.idOf(name);
    if (isNew) return json(201, { id, name });
    return json(400, {
      code: 'term_exists',
      message: 'A term with the name provided already exists in this taxonomy.',
      data: { status: 400, term_id: id },
    });
  }
}
