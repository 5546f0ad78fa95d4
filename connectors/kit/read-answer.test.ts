import { describe, expect, it } from 'vitest';
import { bodyDetail, errorForStatus } from './read-answer.ts';

const redirect = (location: string) =>
  errorForStatus({ who: 'The hub', status: 302, headers: { location }, act: false, now: 0 })?.message;

describe('a redirect', () => {
  it.each([
    ['https://new.example/hub?token=secret', 'it leads to https://new.example/hub; enter that address instead'],
    ['/elsewhere', 'it leads to another place of the same address'],
    ['http://10.0.0.5/admin', 'it leads to an address that is not public'],
    ['http://169.254.169.254/latest', 'it leads to an address that is not public'],
    ['http://[fd00::1]/', 'it leads to an address that is not public'],
    ['http://[::ffff:127.0.0.1]/', 'it leads to an address that is not public'],
    ['http://router.local/', 'it leads to an address that is not public'],
    ['http://2130706433/', 'it leads to an address that is not public'],
    ['javascript:alert(1)', 'it leads to an address that is not public'],
  ])('to %s is told in words, and no private address with it', (location, words) => {
    expect(redirect(location)).toContain(`The hub answered 302 Found: ${words}`);
    if (words.endsWith('public')) expect(redirect(location)).toMatch(/public$/);
    expect(redirect(location)).not.toContain('secret');
  });
});

describe('what an answer says', () => {
  it.each([
    ['{"code":"InvalidKey","message":"The key is not known"}', 'The key is not known'],
    ['{"error":{"message":"Too much"}}', 'Too much'],
    ['{"error":"invalid_request","error_description":"No urls"}', 'No urls'],
    ['{"a":1}', ''],
    ['{"cut', ''],
    ['<!doctype html><html><head><title>Not  found</title><style>p{a:b}</style>', 'Not found'],
    ['<html><script>var a = 1</script><p>x', ''],
    ['<html><title', ''],
    ['  Plain\nwords ', 'Plain words'],
    ['', ''],
  ])('%s is "%s" in a message', (text, said) => {
    expect(bodyDetail(text)).toBe(said);
  });
});
