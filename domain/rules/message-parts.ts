/** A piece of a message as it is shown: words, strong words, a way to a page of the product, the end of a line. */
export type MessagePart =
  | { kind: 'text' | 'strong'; text: string }
  | { kind: 'link'; text: string; path: string }
  | { kind: 'break' };

/** The markup that messages may carry; whatever else looks like it is text. */
const tags = /<(\/?)(a|b|strong|i|em|u|s|p|div|br|ul|ol|li|span|small|code)(?=[\s/>])([^<>]*)>/gi;
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0', amp: '&' };

/** A page of ours: no other host, whatever browsers make of slashes, and no call that does something. */
function ownPath(attributes: string): string | undefined {
  const match = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes);
  const path = plain(match?.[1] ?? match?.[2] ?? '');
  const isOwn = /^\/(?!\/|rest\/|action\/)[\p{L}\p{N}\-_./?=&#%]*$/u.test(path) && !path.includes('..');
  return isOwn ? path : undefined;
}

const plain = (text: string) => text.replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, name: string) => entities[name] ?? '');

/** What is open at a place of a message. */
interface Open {
  path: string | undefined;
  isStrong: boolean;
}

/**
 * Cuts a message of the server into parts. Its markup is never handed to the browser as such: strong words and links to our
 * own pages are drawn anew, of other links and marks the words are left.
 */
export function messageParts(message: string): MessagePart[] {
  const parts: MessagePart[] = [];
  const open: Open = { path: undefined, isStrong: false };
  let from = 0;
  const push = (to: number) => {
    const text = plain(message.slice(from, to));
    if (text === '') return;
    if (open.path !== undefined) parts.push({ kind: 'link', text, path: open.path });
    else parts.push({ kind: open.isStrong ? 'strong' : 'text', text });
  };
  for (const match of message.matchAll(tags)) {
    push(match.index);
    from = match.index + match[0].length;
    const [, closing, name = '', attributes = ''] = match;
    const tag = name.toLowerCase();
    if (tag === 'a') open.path = closing ? undefined : ownPath(attributes);
    else if (tag === 'b' || tag === 'strong') open.isStrong = !closing;
    else if (/^(?:p|div|br|ul|ol|li)$/.test(tag) && parts.length > 0 && parts.at(-1)?.kind !== 'break')
      parts.push({ kind: 'break' });
  }
  push(message.length);
  while (parts.at(-1)?.kind === 'break') parts.pop();
  return parts;
}

/** The words of a message alone, for places that hold no markup: a line of a table, the text on hover. */
export function plainMessage(message: string): string {
  if (!/[<&]/.test(message)) return message;
  return messageParts(message)
    .map((part) => (part.kind === 'break' ? ' ' : part.text))
    .join('');
}
