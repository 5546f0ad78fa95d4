import { parseSpintax, type SpinNode } from '../spintax.ts';

/** What the choices of a spintax may hold. */
interface Allowed {
  /** Choices inside of choices. */
  nested: boolean;
  /** Whole sentences. */
  sentences: boolean;
  /** Whole paragraphs. */
  paragraphs: boolean;
}

/** A spintax without the choices that are not wanted: in place of each stands its first alternative. */
export function plainerSpintax(text: string, allowed: Allowed): string {
  return write(parseSpintax(text), allowed, false);
}

function write(nodes: SpinNode[], allowed: Allowed, isInside: boolean): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      const isKept = (allowed.nested || !isInside) && isAllowed(node.options, allowed);
      if (!isKept) return write(node.options[0] ?? [], allowed, isInside);
      const options = node.options.map((option) => write(option, allowed, true));
      return `{${node.shuffle ? '~' : ''}${options.join('|')}}`;
    })
    .join('');
}

function isAllowed(options: SpinNode[][], { sentences, paragraphs }: Allowed): boolean {
  if (sentences && paragraphs) return true;
  const holds = (sign: RegExp) =>
    options.some((option) => option.some((node) => typeof node === 'string' && sign.test(node)));
  return holds(/\n/) ? paragraphs : sentences || !holds(/[.!?](\s|$)/);
}
