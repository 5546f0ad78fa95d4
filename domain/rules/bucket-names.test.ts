import { describe, expect, test } from 'vitest';
import { drawBucketName, problemOfName } from './bucket-names.ts';
import { seededRandom } from './random.ts';

describe('bucket names', () => {
  test.each([
    ['S3', 'my-garden.blog', undefined],
    ['S3', 'ab', '3 to 63'],
    ['S3', 'a'.repeat(64), '3 to 63'],
    ['S3', 'My-Garden', 'small letters'],
    ['S3', '-garden', 'begin and end'],
    ['S3', 'gar..den', 'two dots'],
    ['S3', '192.168.5.4', 'IP address'],
    ['S3', 'xn--garden', 'keeps for itself'],
    ['Azure', 'my-garden', undefined],
    ['Azure', 'my--garden', 'side by side'],
    ['Azure', 'my.garden', 'small letters'],
    ['Google', 'my_garden', undefined],
    ['Google', 'my.garden', 'small letters'],
    ['Google', 'my-g00gle-blog', 'google'],
  ] as const)('%s and %s', (service, name, problem) => {
    const found = problemOfName(service, name);
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(new RegExp(`"${name.replaceAll('.', '\\.')}".*${problem}`));
  });

  test('are drawn from spin syntax until one fits', () => {
    const draw = (typed: string) => drawBucketName('S3', typed, seededRandom('one'));
    expect(draw('{NOT|garden}-{blog|notes}')).toEqual({ name: expect.stringMatching(/^garden-(blog|notes)$/) });
    expect(draw('{A|B}')).toEqual({ problem: expect.stringMatching(/^The bucket name "[AB]" must have 3 to 63/) });
  });
});
