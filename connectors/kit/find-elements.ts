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

/** Value of an attribute, its entities decoded; undefined when there is none. */
export function attributeOf(element: string, name: string): string | undefined {
  const [, double, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'=<>\`]+))`, 'i').exec(element) ?? [];
  const value = double ?? single ?? bare;
  return value === undefined ? undefined : decodeEntities(value);
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** A text as it is read: numeric entities, and those of the signs of markup. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
