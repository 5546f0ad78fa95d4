import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { below } from './pages.ts';

test.each([
  ['/office/campaigns?x=1', '/campaigns?x=1'],
  ['/office', '/'],
  ['/office/', '/'],
  ['/office?redirect=%2F', '/?redirect=%2F'],
  ['/campaigns', '/campaigns'],
  ['/officers', '/officers'],
  ['/x/office/y', '/x/office/y'],
  ['/office/office/y', '/office/y'],
])('below /office the address %s reads %s', (url, expected) => {
  expect(below('/office')(url)).toBe(expected);
  expect(below('')(url)).toBe(url);
});

test.each([
  [undefined, ''],
  ['/', ''],
  ['/office/links/', '/office/links'],
])('a base path given as %s is kept as %s', (given, kept) => {
  expect(readConfig({ LINKWRIGHT_BASE_PATH: given }, []).basePath).toBe(kept);
});

test.each(['office', '//host', '/a"b', '/a b', 'https://host/x'])('%s is no base path', (given) => {
  expect(() => readConfig({ LINKWRIGHT_BASE_PATH: given }, [])).toThrow('LINKWRIGHT_BASE_PATH must be a path like');
});
