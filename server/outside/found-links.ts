import type { PageLink } from '#domain/rules/page-reading.ts';

/** Links of a page that are kept: what a stranger sends must not become a hundred times as much in memory. */
const mostLinks = 20_000;
/** Letters of resolved addresses for each letter of the page, and a few more: a long base makes all of them long. */
const addressShare = 5;
const addressRoom = 200_000;
/** A base is read again for every link of its page: a longer one is not taken. */
const longestBase = 2_000;
/** Links that are resolved at one go. */
const atOnce = 1_000;

/** The links of a page as they are found, and their addresses as they are resolved; both are bounded. */
export class FoundLinks {
  readonly links: PageLink[] = [];
  /** Some were left out, or left as they were written. */
  isCut = false;
  readonly #resolved = new Map<string, string>();
  readonly #room: number;
  readonly #address: string;
  #base: string | undefined;
  #nResolved = 0;
  #nLetters = 0;

  constructor(pageLength: number, address: string) {
    this.#address = address;
    this.#room = pageLength * addressShare + addressRoom;
  }

  add(link: PageLink): void {
    if (this.links.length < mostLinks) this.links.push(link);
    else this.isCut = true;
  }

  /** The first one counts. */
  setBase(href: string | undefined): void {
    if (href === undefined || this.#base !== undefined) return;
    if (href.length > longestBase) this.isCut = true;
    else if (URL.canParse(href, this.#address)) this.#base = new URL(href, this.#address).href;
  }

  resolve(href: string): string {
    const base = this.#base ?? this.#address;
    return URL.canParse(href, base) ? new URL(href, base).href : href;
  }

  /** Resolves the next of them; false when none is left. */
  resolveSome(): boolean {
    for (const link of this.links.slice(this.#nResolved, this.#nResolved + atOnce)) {
      this.#nResolved += 1;
      if (this.#nLetters > this.#room) this.isCut = true;
      else link.url = this.#resolveOnce(link.url);
    }
    return this.#nResolved < this.links.length;
  }

  #resolveOnce(href: string): string {
    const known = this.#resolved.get(href);
    if (known !== undefined) return known;
    const url = this.resolve(href);
    this.#nLetters += url.length;
    this.#resolved.set(href, url);
    return url;
  }
}
