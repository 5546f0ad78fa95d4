import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openEnvelope, sealEnvelope } from './envelope.ts';

const nonce = fc.uint8Array({ minLength: 12, maxLength: 12 });
const text = fc.string({ unit: 'binary' }).filter((value) => value.isWellFormed());

describe('envelope', () => {
  it('opens to what was sealed, whatever it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), nonce, (value, bytes) => {
        expect(openEnvelope(sealEnvelope(value, bytes).payload)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    fc.assert(fc.property(text, nonce, (value, bytes) => openEnvelope(sealEnvelope(value, bytes).payload) === value));
  });

  it('is base64 that begins with its nonce', () => {
    const { payload } = sealEnvelope({ a: 1 }, new Uint8Array(12).fill(7));
    expect(payload).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect([...atob(payload)].slice(0, 12).every((letter) => letter === '\x07')).toBe(true);
  });

  it('does not open when one bit is another', () => {
    const { payload } = sealEnvelope({ project: { name: 'x' } }, new Uint8Array(12));
    const bytes = atob(payload);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        const changed = String.fromCharCode(bytes.charCodeAt(at) ^ (1 << bit));
        expect(() => openEnvelope(btoa(bytes.slice(0, at) + changed + bytes.slice(at + 1)))).toThrow();
      }),
    );
  });

  it.each(['', 'AAAA', '%%%', 'ü'])('throws at %j', (payload) => {
    expect(() => openEnvelope(payload)).toThrow();
  });

  it('carries a large save', () => {
    const value = {
      sites: Array.from({ length: 20_000 }, (_, at) => ({ id: { siteId: `site-${at}` }, checked: true })),
    };
    expect(openEnvelope(sealEnvelope(value, new Uint8Array(12)).payload)).toEqual(value);
  });
});
