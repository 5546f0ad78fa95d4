import { Tokenizer } from 'htmlparser2';

/** Deeper than browsers and people ever nest an article; parsers keep a list of what is open and search it at each tag. */
const maxDepth = 200;
const voids = names('area base br col embed hr img input link meta param source track wbr');
/** What ends by itself where another element begins (HTML, section 13.1.2.4). */
const endedBy = new Map<string, ReadonlySet<string>>([
  ['li', names('li')],
  ['dt', names('dt dd')],
  ['dd', names('dt dd')],
  ['td', names('td th')],
  ['th', names('td th')],
  ['tr', names('td th tr')],
  ['tbody', names('td th tr thead tbody')],
  ['tfoot', names('td th tr thead tbody')],
  ['option', names('option')],
]);
const paragraph = names('p');
const endsParagraph = names('p div h1 h2 h3 h4 h5 h6 ul ol dl table pre blockquote hr section article form');

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/**
 * The same HTML with its elements at most 200 inside each other: tags beyond are left out, their text stays. Without it the
 * time of every parser that keeps a list of open elements grows with the square of a stranger's text.
 */
export function shallowHtml(html: string): string {
  const walk = new Walk(html);
  const none = () => {};
  const tokenizer = new Tokenizer(
    {},
    {
      isInForeignContext: () => false,
      onopentagname: (from, to) => walk.begin(from, to),
      onopentagend: (at) => walk.open(at + 1),
      onselfclosingtag: (at) => walk.open(at + 1),
      onclosetag: (from, to) => walk.close(from, to),
      onattribname: none,
      onattribdata: none,
      onattribentity: none,
      onattribend: none,
      ontext: none,
      ontextentity: none,
      oncdata: none,
      oncomment: none,
      ondeclaration: none,
      onprocessinginstruction: none,
      onend: none,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return walk.kept();
}

/** What is open while the tags pass by, and which of them are left out. */
class Walk {
  readonly #html: string;
  readonly #parts: string[] = [];
  readonly #open: string[] = [];
  readonly #counts = new Map<string, number>();
  /** Elements whose beginning was left out: so is their end. */
  readonly #leftOut = new Map<string, number>();
  #from = 0;
  #tag = { name: '', from: 0 };

  constructor(html: string) {
    this.#html = html;
  }

  begin(from: number, to: number): void {
    this.#tag = { name: this.#html.slice(from, to).toLowerCase(), from: from - 1 };
  }

  open(end: number): void {
    const { name, from } = this.#tag;
    if (voids.has(name)) return;
    const ended = endedBy.get(name) ?? (endsParagraph.has(name) ? paragraph : undefined);
    while (ended?.has(this.#open.at(-1) ?? '')) this.#pop();
    if (this.#open.length >= maxDepth) {
      count(this.#leftOut, name, 1);
      this.#leaveOut(from, end);
      return;
    }
    this.#open.push(name);
    count(this.#counts, name, 1);
  }

  close(from: number, to: number): void {
    const name = this.#html.slice(from, to).toLowerCase().trim();
    if (this.#leftOut.get(name)) {
      count(this.#leftOut, name, -1);
      const end = this.#html.indexOf('>', to);
      this.#leaveOut(from - 2, end < 0 ? this.#html.length : end + 1);
    } else if (this.#counts.get(name)) while (this.#pop() !== name);
  }

  kept(): string {
    return this.#from === 0 ? this.#html : this.#parts.join('') + this.#html.slice(this.#from);
  }

  #pop(): string | undefined {
    const name = this.#open.pop();
    if (name !== undefined) count(this.#counts, name, -1);
    return name;
  }

  #leaveOut(from: number, to: number): void {
    this.#parts.push(this.#html.slice(this.#from, from));
    this.#from = to;
  }
}

function count(counts: Map<string, number>, name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}
