import { escapeHtml } from './public-page.ts';
import type { SiteReply } from './site-software.ts';

/** A value of XML-RPC (xmlrpc.com/spec.md). */
export type Value = string | number | boolean | Date | Value[] | Struct;
export type Struct = { [name: string]: Value };

/** The parameters of a call; texts in it hold no markup, so that elements are found by their names. */
export function readParams(body: string): Value[] {
  const tokens = body.match(/<[^<>]+>|[^<>]+/g) ?? [];
  let at = 0;
  const until = (end: string, read: () => void) => {
    while (at < tokens.length && tokens[at] !== end) read();
    at += 1;
  };
  const readValue = (): Value => {
    // tokens[at] is <value>
    at += 1;
    const type = tokens[at] ?? '';
    at += 1;
    if (type === '<struct>') {
      const struct: Struct = {};
      let name = '';
      until('</struct>', () => {
        if (tokens[at] === '<name>') name = unescapeXml(tokens[at + 1] ?? '');
        if (tokens[at] === '<value>') struct[name] = readValue();
        else at += 1;
      });
      at += 1;
      return struct;
    }
    if (type === '<array>') {
      const items: Value[] = [];
      until('</array>', () => {
        if (tokens[at] === '<value>') items.push(readValue());
        else at += 1;
      });
      at += 1;
      return items;
    }
    let text = '';
    until(type.replace('<', '</'), () => {
      text += tokens[at];
      at += 1;
    });
    at += 1;
    if (type === '<boolean>') return text === '1';
    return type === '<int>' || type === '<double>' ? Number(text) : unescapeXml(text);
  };
  const values: Value[] = [];
  while (at < tokens.length)
    if (tokens[at] === '<value>') values.push(readValue());
    else at += 1;
  return values;
}

const unescapeXml = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#13;', '\r').replaceAll('&amp;', '&');

function write(value: Value): string {
  if (typeof value === 'string') return `<value><string>${escapeHtml(value)}</string></value>`;
  if (typeof value === 'boolean') return `<value><boolean>${value ? 1 : 0}</boolean></value>`;
  if (typeof value === 'number') return `<value><int>${value}</int></value>`;
  if (value instanceof Date)
    return `<value><dateTime.iso8601>${value.toISOString().replaceAll('-', '').slice(0, 17)}</dateTime.iso8601></value>`;
  if (Array.isArray(value)) return `<value><array><data>${value.map(write).join('')}</data></array></value>`;
  const members = Object.entries(value).map(([name, inner]) => `<member><name>${name}</name>${write(inner)}</member>`);
  return `<value><struct>${members.join('')}</struct></value>`;
}

function answer(inner: string): SiteReply {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<methodResponse>${inner}</methodResponse>`;
  return { status: 200, headers: { 'content-type': 'text/xml; charset=UTF-8' }, body };
}

/** An answer with one value. */
export const reply = (value: Value) => answer(`<params><param>${write(value)}</param></params>`);
/** A fault, with status 200 as most servers send it. */
export const fault = (code: number, text: string) =>
  answer(`<fault>${write({ faultCode: code, faultString: text })}</fault>`);
