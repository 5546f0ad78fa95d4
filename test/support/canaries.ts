import { z } from 'zod';
import type { Call } from '#domain/contract/call.ts';
import { allCalls } from '#domain/contract/calls.ts';

/** What all canaries begin with: letters that no honest text holds. */
const song = 'CnryQ7xZw2';
const nameEnd = 'Vq';

/** A secret that is found again wherever it lands, with letters behind it that every form writes otherwise. */
export function canary(name: string): string {
  return `${song}${name}${nameEnd}"ü+/%&=<b>`;
}

/** The same without letters that need care. */
export const plainCanary = (name: string) => `${song}${name}${nameEnd}`;

/** Forms in which the song may stand in a file: plain, base64 at its three offsets, hex, UTF-16, and all backwards. */
function formsOf(text: string): [string, Buffer][] {
  const bytes = Buffer.from(text);
  const forms: [string, Buffer][] = [
    ['plain', bytes],
    ['hex', Buffer.from(bytes.toString('hex'))],
    ['HEX', Buffer.from(bytes.toString('hex').toUpperCase())],
    ['percent', Buffer.from(bytes.toString('hex').replace(/../g, '%$&'))],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ['UTF-16 the other way round', Buffer.from(text, 'utf16le').swap16()],
  ];
  for (const offset of [0, 1, 2]) {
    const packed = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // The first and the last letters depend on what stands beside.
    const inner = packed.slice(offset === 0 ? 0 : offset + 1, packed.length - 2);
    forms.push([`base64 at ${offset}`, Buffer.from(inner)]);
  }
  return [
    ...forms,
    ...forms.map(([name, form]): [string, Buffer] => [`${name}, backwards`, Buffer.from(form).reverse()]),
  ];
}
const forms = formsOf(song);

/** The canaries that sing in a text or file, by name where it can be read, with their form. */
export function hear(content: string | Buffer): string[] {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const heard = new Set<string>();
  for (const [form, needle] of forms)
    for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + needle.length)) {
      const after = bytes.toString('latin1', at + needle.length, at + needle.length + 40);
      heard.add(form === 'plain' ? (after.split(nameEnd)[0] ?? '') : `${form} ${after.slice(0, 12)}`);
    }
  return [...heard];
}

/** Names of what must not be told. `captcha` and `payload` travel with a sign-in and a sealed save. */
const secretName =
  /pass(word|wd|phrase)?(_hash)?$|secret|token|cookie|api_?key|private_?key|access_?key|credential|connection_?string|captcha(_?key)?$/i;

/** True for the name of a field or column that is secret by its looks. */
export const looksSecret = (name: string) => secretName.test(name);

type Schema = {
  properties?: Record<string, Schema>;
  items?: Schema;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

/** Paths of the fields of a schema that look secret. */
function secretPaths(schema: Schema, path: string): string[] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, value]) => [
    ...(looksSecret(name) ? [`${path}.${name}`] : []),
    ...secretPaths(value, `${path}.${name}`),
  ]);
  const more = [schema.items, schema.additionalProperties, ...(schema.prefixItems ?? [])];
  const same = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? []), ...more];
  return [...inner, ...same.flatMap((one) => (typeof one === 'object' ? secretPaths(one, path) : []))];
}

const schemaOf = (type: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(type, { io, unrepresentable: 'any', reused: 'inline' }) as Schema;

/** Every secret field that the contract takes or gives: `call in.field`, `call out.field`; uploads hold lines. */
export function secretFields(calls: Call[] = allCalls): string[] {
  const found = calls.flatMap((call) => [
    ...secretPaths(schemaOf(call.body, 'input'), `${call.id} in`),
    ...secretPaths(schemaOf(call.query, 'input'), `${call.id} in`),
    ...(call.answer === 'json' ? secretPaths(schemaOf(call.reply, 'output'), `${call.id} out`) : []),
    ...(call.takes === 'upload' ? [`${call.id} in.file`] : []),
    ...(call.answer === 'file' ? [`${call.id} out.file`] : []),
  ]);
  return [...new Set(found)].sort();
}
