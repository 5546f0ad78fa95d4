import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeRedirect } from './sign-in.ts';

const start = '/campaigns';
const home = 'http://back-office.test';

describe('the remembered place', () => {
  test.each([
    '/campaigns',
    '/project/7',
    '/options?tab=indexer',
    '/url_list/3?tab=keywords#top',
    '/user/logins',
    '/a//b',
  ])('%s is followed', (place) => expect(safeRedirect(place)).toBe(place));

  test.each([
    null,
    '',
    '/',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/.//evil.test',
    '/x/..//evil.test',
    '/%2e//evil.test',
    'https://evil.test/',
    'javascript:alert(1)',
    'campaigns',
    ' /campaigns',
    '/user/login',
    '/user/login/',
    '/USER/Login?redirect=/options',
    '/user/%6cogin',
    '/user//login',
    '/x/../user/login#a',
    '/./user/login',
  ])('%j is dropped', (place) => expect(safeRedirect(place)).toBe(start));

  test('never leads away from here, nor back to the login, nor changes when read again', () => {
    const bits = ['/', '\\', '.', '..', '%2e', '%2f', '%5c', '@', ':', '?', '#', '\t', '\r\n', '\0', 'evil.test'];
    const words = ['http:', 'user', 'LOGIN', 'login', '%6cogin', 'campaigns', ' ', '%', 'ü'];
    const place = fc.oneof(
      fc.array(fc.constantFrom(...bits, ...words), { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.webUrl(),
    );
    const property = fc.property(place, (value) => {
      const path = safeRedirect(value);
      const url = new URL(path, home);
      expect(url.origin).toBe(home);
      expect(path).toMatch(/^\/[^/\\]/);
      expect(url.pathname + url.search + url.hash).toBe(path);
      expect(url.pathname).not.toMatch(/^\/+user\/+login(\/|$)/i);
      expect(safeRedirect(path)).toBe(path);
    });
    fc.assert(property, { seed: 20_261_121, numRuns: 5_000 });
  });
});
