import { expect, it } from 'vitest';
import { type AwsKey, type AwsRequest, awsUrl, hashBody, signAws } from './sign-aws.ts';

const signatureOf = (request: AwsRequest, key: AwsKey) =>
  /Signature=(\w+)$/.exec(signAws(request, key).authorization ?? '')?.[1];
const empty = hashBody('');

// AWS Signature Version 4 test suite (aws-sig-v4-test-suite): one key and time for all.
const suiteKey: AwsKey = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 'service',
};
const suiteTime = Date.parse('2015-08-30T12:36:00Z');
const suite = (changes: Partial<AwsRequest>): AwsRequest => ({
  method: 'GET',
  url: 'https://example.amazonaws.com/',
  bodyHash: empty,
  now: suiteTime,
  ...changes,
});

it.each([
  ['get-vanilla', {}, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'get-vanilla-query-order-key-case',
    { url: 'https://example.amazonaws.com/?Param2=value2&Param1=value1' },
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  ['post-vanilla', { method: 'POST' }, '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  [
    'post-x-www-form-urlencoded',
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      bodyHash: hashBody('Param1=value1'),
    },
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
])('signs %s of the test suite', (_, changes, expected) => {
  expect(signatureOf(suite(changes), suiteKey)).toBe(expected);
});

// Amazon S3 API reference, "Signature Calculations for the Authorization Header", examples.
const s3Key: AwsKey = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 's3',
};
const bucket = 'https://examplebucket.s3.amazonaws.com';
const s3 = (changes: Partial<AwsRequest>): AwsRequest => ({
  method: 'GET',
  url: `${bucket}/`,
  bodyHash: empty,
  now: Date.parse('2013-05-24T00:00:00Z'),
  ...changes,
});

it.each([
  [
    'GET Object',
    { url: `${bucket}/test.txt`, headers: { Range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT Object',
    {
      method: 'PUT',
      url: awsUrl(bucket, 'test$file.text'),
      headers: { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      bodyHash: hashBody('Welcome to Amazon S3.'),
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET Bucket Lifecycle',
    { url: `${bucket}/?lifecycle` },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'List Objects',
    { url: awsUrl(bucket, '', { prefix: 'J', 'max-keys': '2' }) },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('signs %s of the S3 reference', (_, changes, expected) => {
  expect(signatureOf(s3(changes), s3Key)).toBe(expected);
});

it('writes addresses of any letters', () => {
  expect(awsUrl('https://h.test', "b/ä o/it's+(1).txt", { prefix: 'a b' })).toBe(
    'https://h.test/b/%C3%A4%20o/it%27s%2B%281%29.txt?prefix=a%20b',
  );
});
