/** Heads of pages are read this far, and no element is longer than this: what follows is not honest. */
const maxLength = 512 * 1_024;
const maxElement = 4_096;

/**
 * The elements of one name in a foreign page, as written from `<name` to the next `>`. One pass, whatever a stranger
 * sends: no element is looked at twice, and the text is cut.
 */
export function findElements(html: string, name: string): string[] {
  const text = html.slice(0, maxLength);
  const head = new RegExp(`<${name}(?=[\\s/>])`, 'gi');
  const found: string[] = [];
  for (let match = head.exec(text); match; match = head.exec(text)) {
    const end = text.indexOf('>', match.index);
    if (end < 0) break;
    if (end - match.index < maxElement) found.push(text.slice(match.index, end + 1));
    head.lastIndex = end + 1;
  }
  return found;
}

/** Value of an attribute in quotes, its ampersands decoded; undefined when there is none. */
export function attributeOf(element: string, name: string): string | undefined {
  const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(element) ?? [];
  return (double ?? single)?.replaceAll('&#038;', '&').replaceAll('&amp;', '&');
}
