import { Parser } from 'htmlparser2';

/** Values of XML-RPC (xmlrpc.com/spec.md), with the `nil` that many servers know. Base64 is bytes both ways. */
export type XmlRpcValue = string | number | boolean | null | Date | Uint8Array | XmlRpcValue[] | XmlRpcStruct;
/** A structure. */
export interface XmlRpcStruct {
  [name: string]: XmlRpcValue;
}
/** An answer: a value, or the fault that the server names. */
export type XmlRpcAnswer = { value: XmlRpcValue } | { fault: { code: number; text: string } };

/** Bounds of an answer: letters, values inside each other, values in all. */
const maxLetters = 2 * 1_024 * 1_024;
const maxDepth = 32;
const maxValues = 200_000;
/** Elements inside each other, four to a value at most: for each end the parser looks through all that are open. */
const maxOpen = maxDepth * 4 + 8;

/** The body of a call; send it with content type text/xml. */
export function encodeXmlRpc(method: string, parameters: XmlRpcValue[]): string {
  const params = parameters.map((value) => `<param>${encode(value)}</param>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?><methodCall><methodName>${safeText(method)}</methodName><params>${params}</params></methodCall>`;
}

function encode(value: XmlRpcValue): string {
  return `<value>${encodeInner(value)}</value>`;
}

function encodeInner(value: XmlRpcValue): string {
  if (value === null) return '<nil/>';
  if (typeof value === 'string') return `<string>${safeText(value)}</string>`;
  if (typeof value === 'boolean') return `<boolean>${value ? 1 : 0}</boolean>`;
  if (typeof value === 'number') return encodeNumber(value);
  if (value instanceof Date) return `<dateTime.iso8601>${showDate(value)}</dateTime.iso8601>`;
  if (value instanceof Uint8Array) return `<base64>${Buffer.from(value).toString('base64')}</base64>`;
  if (Array.isArray(value)) return `<array><data>${value.map(encode).join('')}</data></array>`;
  const members = Object.entries(value).map(
    ([name, inner]) => `<member><name>${safeText(name)}</name>${encode(inner)}</member>`,
  );
  return `<struct>${members.join('')}</struct>`;
}

/** Four bytes are an int; all else a double, without exponent, which the format does not know. */
function encodeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError('XML-RPC knows no such number');
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 31) return `<int>${value}</int>`;
  const plain = value.toFixed(Number.isInteger(value) ? 0 : 10);
  return `<double>${/e/.test(plain) ? BigInt(value) : plain.replace(/(\.\d*?)0+$/, '$1')}</double>`;
}

/** "19980717T14:08:55", in UTC. */
function showDate(date: Date): string {
  return date.toISOString().replaceAll('-', '').slice(0, 17);
}

/** Takes out what XML 1.0 cannot hold, and writes the rest so that it stays what it is. */
function safeText(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

/** A text as it stands in a call, for those who mask it. */
export const asWritten = safeText;

/** The structures in a list. */
export function structsIn(value: XmlRpcValue): XmlRpcStruct[] {
  const isStruct = (one: XmlRpcValue): one is XmlRpcStruct =>
    typeof one === 'object' && one !== null && Object.getPrototypeOf(one) === Object.prototype;
  return Array.isArray(value) ? value.filter(isStruct) : [];
}

/** Reads an answer; undefined when it is none, or larger or deeper than any honest one. */
export function parseXmlRpc(text: string): XmlRpcAnswer | undefined {
  if (text.length > maxLetters) return undefined;
  const reader = new AnswerReader();
  try {
    // What PHP or a proxy wrote before the answer is passed over.
    const from = text.indexOf('<methodResponse');
    if (from < 0) return undefined;
    const parser = new Parser(reader, { xmlMode: true, decodeEntities: true });
    parser.end(text.slice(from));
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
  return reader.answer();
}

/** The text is no answer. */
class NoAnswer extends Error {}

/** A value that is being read. */
interface Open {
  kind: string;
  text: string;
  items: XmlRpcValue[];
  members: XmlRpcStruct;
  name: string;
  /** True behind the end of its type: what follows is white space. */
  isRead: boolean;
}

const scalars: Record<string, (text: string) => XmlRpcValue | undefined> = {
  string: (text) => text,
  i4: readNumber,
  int: readNumber,
  i8: readNumber,
  double: readNumber,
  boolean: (text) => (/^\s*[01]\s*$/.test(text) ? text.trim() === '1' : undefined),
  'dateTime.iso8601': readDate,
  base64: (text) => new Uint8Array(Buffer.from(text, 'base64')),
  nil: () => null,
};

function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  const value = Number(trimmed);
  return trimmed !== '' && Number.isFinite(value) ? value : undefined;
}

/** Read as UTC: the format names no zone. */
function readDate(text: string): Date | undefined {
  const [, y, m, d, time] = /^(\d{4})-?(\d\d)-?(\d\d)T(\d\d:\d\d:\d\d)/.exec(text.trim()) ?? [];
  const date = new Date(`${y}-${m}-${d}T${time}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** One pass over the elements, with the values that are open and nothing else. */
class AnswerReader {
  readonly #open: Open[] = [];
  #nValues = 0;
  #isFault = false;
  #name: string | undefined;
  #result: XmlRpcValue | undefined;
  #isWhole = false;
  #nOpen = 0;

  onopentag = (name: string): void => {
    this.#nOpen += 1;
    if (this.#nOpen > maxOpen) throw new NoAnswer();
    const top = this.#open.at(-1);
    if (name === 'fault') this.#isFault = true;
    else if (name === 'name') this.#name = '';
    else if (name === 'value') this.#openValue();
    else if (top && (name === 'struct' || name === 'array' || Object.hasOwn(scalars, name))) {
      top.kind = name;
      top.text = '';
    }
  };

  ontext = (text: string): void => {
    const top = this.#open.at(-1);
    if (this.#name !== undefined) this.#name += text;
    else if (top && !top.isRead) top.text += text;
  };

  onclosetag = (name: string, isImplied: boolean): void => {
    this.#nOpen -= 1;
    // The parser closes what a cut answer left open.
    if (isImplied) return;
    const top = this.#open.at(-1);
    if (name === 'methodResponse') this.#isWhole = true;
    if (top && Object.hasOwn(scalars, name)) top.isRead = true;
    if (name === 'name' && top) top.name = this.#name ?? '';
    if (name === 'name') this.#name = undefined;
    if (name !== 'value' || !top) return;
    this.#open.pop();
    this.#hand(readValue(top));
  };

  #openValue(): void {
    this.#nValues += 1;
    if (this.#open.length >= maxDepth || this.#nValues > maxValues) throw new NoAnswer();
    // A value without a type is a string.
    this.#open.push({ kind: 'string', text: '', items: [], members: {}, name: '', isRead: false });
  }

  #hand(value: XmlRpcValue): void {
    const parent = this.#open.at(-1);
    if (!parent) this.#result ??= value;
    else if (parent.kind === 'array') parent.items.push(value);
    else if (parent.kind === 'struct')
      // As own property whatever its name: "__proto__" must not become one.
      Object.defineProperty(parent.members, parent.name, {
        value,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    else throw new NoAnswer();
  }

  answer(): XmlRpcAnswer | undefined {
    const value = this.#result;
    if (value === undefined || this.#open.length > 0 || !this.#isWhole) return undefined;
    if (!this.#isFault) return { value };
    const { faultCode, faultString } = value as Record<string, XmlRpcValue | undefined>;
    return { fault: { code: Number(faultCode ?? 0), text: String(faultString ?? '') } };
  }
}

function readValue({ kind, text, items, members }: Open): XmlRpcValue {
  if (kind === 'array') return items;
  if (kind === 'struct') return members;
  const value = scalars[kind]?.(text);
  if (value === undefined) throw new NoAnswer();
  return value;
}
