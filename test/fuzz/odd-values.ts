import { pickOne, type Random, randomInt } from '#domain/rules/random.ts';
import type { Schema } from '../support/open-api.ts';
import { type KnownIds, kindOfProperty } from './known-ids.ts';

/** JSON text that no value can be turned into: {@link toJson} puts it in as it stands. */
const literal = (text: string) => `\u0001${text}\u0001`;

const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00',
  '\uffff\ufffe',
  '\u202e\u200b\ufeff',
  '\r\n\t\x1b[31m',
  '💥'.repeat(40),
  'ﷺ'.repeat(90),
  'z\u0300\u0301\u0302'.repeat(20),
  "'; drop table users; --",
  '%00%ff%zz',
  '../../../etc/passwd',
  '\\',
  '{a|{b|',
  '[link]{~|||}',
  '<script>alert(1)</script><b></c>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  '=1+1',
  '|x||x|',
  '"",",\n"',
  'http://',
  'http://[::1',
  'http://user:pw@127.0.0.1:1/',
  'javascript:alert(1)',
  `http://${'a'.repeat(70)}.test/`,
  `http://${'中'.repeat(80)}.test/`,
  '2026-13-45T99:99:99Z',
  '-0',
  '1e309',
  'NaN',
  'null',
  '9'.repeat(400),
] as const;

const oddNumbers = [
  0,
  -1,
  -0.5,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  1e308,
  5e-324,
  literal('1e309'),
  literal('-1e999'),
  literal('99999999999999999999999999999999999999'),
  literal('-0'),
  literal('1E5'),
] as const;

/** Texts that fit a property of that name, as a user would type them. */
function usualText(random: Random, name: string, known: KnownIds): string {
  if (/siteid|sitename/i.test(name)) return pickOne(random, known.siteIds);
  if (/host/i.test(name)) return new URL(pickOne(random, known.addresses)).host;
  if (/url|link|address/i.test(name)) return pickOne(random, known.addresses);
  if (/server/i.test(name)) return '127.0.0.1';
  if (/email/i.test(name)) return `${randomInt(random, 0, 50)}@b.test`;
  if (/list/i.test(name)) return `http://private-${randomInt(random, 0, 99)}.test|user|password\nnonsense`;
  if (/date/i.test(name)) return '2026-01-01T10:00:00.000Z';
  return pickOne(random, ['garden', 'Tools and {more|less}', 'ä ö ü', 'one,two,three', '7', 'wordpress', 'true']);
}

/** Makes values by a schema; how wild they are says `oddity`: the share of leaves that do not fit. */
export class OddValues {
  readonly #random: Random;
  readonly #known: KnownIds;
  readonly #path: string;
  readonly #oddity: number;

  constructor(random: Random, known: KnownIds, path: string, oddity: number) {
    this.#random = random;
    this.#known = known;
    this.#path = path;
    this.#oddity = oddity;
  }

  value(schema: Schema, name = '', depth = 0): unknown {
    const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (choices && choices.length > 0) return this.value(pickOne(this.#random, choices), name, depth);
    if (this.#random() < this.#oddity) return this.oddValue(schema, depth);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pickOne(this.#random, schema.enum);
    return this.#typed(schema, name, depth);
  }

  #typed(schema: Schema, name: string, depth: number): unknown {
    switch ([schema.type].flat()[0]) {
      case 'object':
        return this.#object(schema, depth);
      case 'array': {
        const most = Math.min(schema.maxItems ?? 4, name === 'ids' ? 6 : 3);
        const length = randomInt(this.#random, Math.min(schema.minItems ?? 0, most), most);
        return Array.from({ length }, () => this.value(schema.items ?? {}, name, depth + 1));
      }
      case 'integer':
      case 'number':
        return this.#number(schema, name);
      case 'boolean':
        return this.#random() < 0.5;
      case 'null':
        return null;
      default:
        return this.#text(schema, name);
    }
  }

  #object(schema: Schema, depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const isNeeded = schema.required?.includes(name) ?? false;
      // Now and then what is needed is missing, and what may be missing often is.
      if (this.#random() < (isNeeded ? this.#oddity / 4 : 0.2)) continue;
      result[name] = this.value(property, name, depth + 1);
    }
    if (this.#random() < this.#oddity)
      Object.defineProperty(result, pickOne(this.#random, ['__proto__', 'constructor', 'toString', '\0', '']), {
        value: this.oddValue({}, depth + 1),
        enumerable: true,
      });
    return result;
  }

  #number(schema: Schema, name: string): unknown {
    const kind = kindOfProperty(name, this.#path);
    if (kind) return this.#known.pick(this.#random, kind);
    const least = Math.max(schema.minimum ?? 0, -1_000);
    const most = Math.min(schema.maximum ?? 100, 1_000_000_000);
    return pickOne(this.#random, [least, most, randomInt(this.#random, least, Math.min(most, least + 20))]);
  }

  #text(schema: Schema, name: string): string {
    const bound = schema.maxLength;
    if (bound !== undefined && this.#random() < 0.02) {
      // At the bound and one beyond; seldom a very long one.
      const length = Math.min(bound, this.#random() < 0.03 ? 3_000_000 : 100_001) + (this.#random() < 0.5 ? 0 : 1);
      return pickOne(this.#random, ['a', 'é', '💥', '<b>', '{a|', '",']).repeat(length).slice(0, length).toWellFormed();
    }
    return usualText(this.#random, name, this.#known);
  }

  /** A body that was carried out once, with leaves that differ; mostly none, so that what comes after it is met too. */
  near(sample: unknown, name = ''): unknown {
    const random = this.#random;
    if (random() < this.#oddity / 4) return this.oddValue({}, 1);
    if (Array.isArray(sample)) return sample.map((item) => this.near(item, name));
    if (typeof sample === 'number') return random() < 0.1 ? this.#number({}, name) : sample;
    if (typeof sample === 'string') return random() < 0.05 ? this.#text({ maxLength: 255 }, name) : sample;
    if (typeof sample === 'boolean') return random() < 0.1 ? !sample : sample;
    if (typeof sample !== 'object' || sample === null) return sample;
    const entries = Object.entries(sample).filter(() => random() > this.#oddity / 8);
    return Object.fromEntries(entries.map(([key, value]) => [key, this.near(value, key)]));
  }

  /** Anything but what fits. */
  oddValue(schema: Schema, depth: number): unknown {
    const random = this.#random;
    const dice = random();
    if (dice < 0.35) return pickOne(random, oddTexts);
    if (dice < 0.55) return pickOne(random, oddNumbers);
    if (dice < 0.62) return nested(random, randomInt(random, 2, 40));
    if (dice < 0.65) return nested(random, randomInt(random, 1_000, 20_000));
    if (dice < 0.7) return Array.from({ length: randomInt(random, 100, 5_000) }, (_, at) => at + 1);
    if (dice < 0.85) return pickOne(random, [null, true, false, [], {}, [[]], [null], { id: null }]);
    if (depth > 3) return null;
    return new OddValues(random, this.#known, this.#path, 0.3).#typed(
      { type: 'object', ...schema, properties: { id: { type: 'integer' }, name: { type: 'string' } } },
      'name',
      depth + 1,
    );
  }

  oddText(): string {
    return pickOne(this.#random, oddTexts);
  }
}

/** Arrays or objects inside each other; as text, since a value so deep could not be turned into one. */
function nested(random: Random, depth: number): string {
  const [open, close] = random() < 0.5 ? ['[', ']'] : ['{"a":', '}'];
  return literal(`${open.repeat(depth)}1${close.repeat(depth)}`);
}

/** A value as JSON text, literals as they stand. */
export function toJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(/"\\u0001(.*?)\\u0001"/g, (_, text: string) =>
    JSON.parse(`"${text}"`),
  );
}
