import {
  buttonScope,
  endsParagraph,
  formatting,
  headings,
  integration,
  leavesForeign,
  listScope,
  markers,
  passedOver,
  scope,
  special,
  tableEnds,
  tableParts,
  tableScope,
  voids,
} from './element-names.ts';
import type { Look } from './look-of.ts';
import { OpenFormatting } from './open-formatting.ts';

/** Where the tags of a page leave us: what is open, and whether a reader sees what comes now. */
interface OpenElement {
  name: string;
  own: Look;
  /** Shown neither itself nor by anything around it. */
  isGone: boolean;
  /** Inherited `visibility: hidden`, which an element inside can take back. */
  isUnseen: boolean;
  isForeign: boolean;
}
/** Deeper ones are counted, not kept: browsers flatten them too. */
const maxDepth = 512;

/**
 * The open elements of a page as a browser would have them, as far as it matters for who sees a link: implied ends,
 * scopes, formatting that goes on after the block it began in. Every step costs at most the depth.
 */
export class OpenElements {
  readonly #stack: OpenElement[] = [];
  readonly #counts = new Map<string, number>();
  readonly #formatting = new OpenFormatting();
  #beyond = 0;
  #lowest = 0;
  #body: Look = { isGone: false, visibility: undefined };

  get depth(): number {
    return this.#stack.length;
  }
  /** The least depth since this was last asked for. */
  takeLowest(): number {
    const lowest = Math.min(this.#lowest, this.#stack.length);
    this.#lowest = this.#stack.length;
    return lowest;
  }
  get isForeign(): boolean {
    return this.#stack.at(-1)?.isForeign ?? false;
  }
  /** True when a reader does not see what stands here. */
  get isHidden(): boolean {
    const top = this.#stack.at(-1);
    const isUnseen = top ? top.isUnseen : this.#body.visibility === 'hidden';
    return isUnseen || this.isGone;
  }
  /** The same without `visibility`, which an element can take back. */
  get isGone(): boolean {
    return (this.#stack.at(-1)?.isGone ?? this.#body.isGone) || this.#formatting.isGone;
  }

  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  /** True while formatting of that name goes on. */
  isFormatting(name: string): boolean {
    return this.#formatting.has(name);
  }

  /** Something stands here. */
  touch(): void {
    this.#formatting.touch(this.#stack.length);
  }

  open(name: string, look: Look): void {
    if (passedOver.has(name)) {
      if (name === 'body' || name === 'html') this.#addToBody(look);
      return;
    }
    if (this.isForeign && leavesForeign.has(name)) this.#leaveForeign();
    if (!this.isForeign) this.#endImplied(name);
    if (voids.has(name) || (tableParts.has(name) && !this.isForeign && !this.has('table'))) return;
    if (!special.has(name)) this.touch();
    if (formatting.has(name) && !this.isForeign) this.#openFormatting(name, look);
    else if (this.#stack.length >= maxDepth) this.#beyond += 1;
    else this.#push(name, look);
  }

  close(name: string): void {
    if (passedOver.has(name) || voids.has(name)) return;
    if (formatting.has(name) && !this.isForeign) {
      this.#closeFormatting(name);
      return;
    }
    if (this.#beyond > 0) this.#beyond -= 1;
    else if (this.isForeign && name === 'p') this.#leaveForeign();
    else if (this.isForeign) this.#closeUpTo(name, new Set());
    else if (name === 'form') this.#closeForm();
    else if (headings.has(name)) this.#closeHeading();
    else this.#closeUpTo(name, boundaryOf(name));
  }

  #addToBody({ isGone, visibility }: Look): void {
    this.#body = { isGone: this.#body.isGone || isGone, visibility: this.#body.visibility ?? visibility };
  }

  #push(name: string, own: Look): void {
    this.#stack.push(this.#placed(name, own, this.#stack.at(-1)));
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  #placed(name: string, own: Look, parent: OpenElement | undefined): OpenElement {
    const wasUnseen = parent ? parent.isUnseen : this.#body.visibility === 'hidden';
    const wasForeign = parent?.isForeign ?? false;
    return {
      name,
      own,
      isGone: own.isGone || (parent ? parent.isGone : this.#body.isGone),
      isUnseen: own.visibility ? own.visibility === 'hidden' : wasUnseen,
      isForeign: name === 'svg' || name === 'math' || (wasForeign && !integration.has(name)),
    };
  }

  #cut(depth: number): void {
    this.#lowest = Math.min(this.#lowest, depth);
    while (this.#stack.length > depth) {
      const { name } = this.#stack.pop() as OpenElement;
      this.#counts.set(name, (this.#counts.get(name) ?? 1) - 1);
      this.#formatting.leave(name, this.#stack.length);
    }
  }

  #openFormatting(name: string, { isGone, visibility }: Look): void {
    if (name === 'a') this.#closeFormatting('a');
    this.#formatting.open(name, isGone || visibility === 'hidden', this.#stack.length);
  }

  #closeFormatting(name: string): void {
    if (!this.#formatting.has(name)) return;
    const from = this.#formatting.close(
      name,
      this.#stack.findLastIndex((it) => markers.has(it.name)),
    );
    if (from !== undefined) this.#endOrdinary(from);
  }

  /** The end of formatting ends what began inside it, up to the first block, which goes on. */
  #endOrdinary(from: number): void {
    const block = this.#stack.findIndex(({ name }, at) => at >= from && special.has(name));
    const kept = block < 0 ? [] : this.#stack.slice(block);
    this.#cut(from);
    for (const { name, own } of kept) this.#push(name, own);
  }

  /** Ends the element of that name and all inside it, unless a boundary lies between. */
  #closeUpTo(name: string, boundary: ReadonlySet<string>): void {
    if (!this.has(name)) return;
    for (let at = this.#stack.length - 1; at >= 0; at -= 1) {
      const found = this.#stack[at]?.name ?? '';
      if (found === name) {
        this.#cut(at);
        break;
      }
      if (boundary.has(found)) return;
    }
  }

  /** The end of a form ends nothing inside it. */
  #closeForm(): void {
    const form = this.#stack.findLast(({ name }) => name === 'form' || scope.has(name));
    if (form?.name !== 'form') return;
    form.name = '';
    this.#counts.set('form', (this.#counts.get('form') ?? 1) - 1);
  }

  #closeHeading(): void {
    for (let at = this.#stack.length - 1; at >= 0; at -= 1) {
      const found = this.#stack[at]?.name ?? '';
      if (headings.has(found)) {
        this.#cut(at);
        break;
      }
      if (scope.has(found)) return;
    }
  }

  #leaveForeign(): void {
    let at = this.#stack.length;
    while (at > 0 && this.#stack[at - 1]?.isForeign) at -= 1;
    this.#cut(at);
  }

  #endImplied(name: string): void {
    if (name === 'li') this.#endItem(['li']);
    if (name === 'dd' || name === 'dt') this.#endItem(['dd', 'dt']);
    if (endsParagraph.has(name)) this.#closeUpTo('p', buttonScope);
    if (headings.has(name) && headings.has(this.#stack.at(-1)?.name ?? '')) this.#cut(this.#stack.length - 1);
    if (name === 'button') this.#closeUpTo('button', scope);
    const ends = tableEnds[name];
    if (ends && this.has('table')) this.#endTableParts(ends);
  }

  #endItem(items: string[]): void {
    if (!items.some((name) => this.has(name))) return;
    for (let at = this.#stack.length - 1; at >= 0; at -= 1) {
      const found = this.#stack[at]?.name ?? '';
      if (items.includes(found)) {
        this.#cut(at);
        break;
      }
      if (special.has(found) && !['address', 'div', 'p'].includes(found)) return;
    }
  }

  #endTableParts(ends: ReadonlySet<string>): void {
    let cutAt = this.#stack.length;
    for (let at = this.#stack.length - 1; at >= 0; at -= 1) {
      const found = this.#stack[at]?.name ?? '';
      if (tableScope.has(found)) break;
      if (ends.has(found)) cutAt = at;
    }
    this.#cut(cutAt);
  }
}

function boundaryOf(name: string): ReadonlySet<string> {
  if (name === 'li') return listScope;
  if (name === 'p') return buttonScope;
  if (tableParts.has(name)) return tableScope;
  if (name === 'table' || name === 'template') return new Set(['template']);
  return special.has(name) ? scope : special;
}
