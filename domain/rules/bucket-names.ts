import type { CloudService } from '../contract/clouds.ts';
import type { Random } from './random.ts';
import { spin } from './spintax.ts';

const rules: Record<CloudService, (name: string) => string | undefined> = {
  // docs.aws.amazon.com, "General purpose bucket naming rules".
  S3: (name) => {
    if (name.length < 3 || name.length > 63) return 'must have 3 to 63 characters';
    if (!/^[a-z0-9.-]+$/.test(name)) return 'takes small letters, digits, "." and "-" alone';
    if (!/^[a-z0-9].*[a-z0-9]$/.test(name)) return 'must begin and end with a letter or digit';
    if (/\.\.|\.-|-\./.test(name)) return 'must not have two dots, or a dot beside "-"';
    if (/^\d+(\.\d+){3}$/.test(name)) return 'must not look like an IP address';
    if (/^(xn--|sthree-|amzn-s3-demo-)|(-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$/.test(name))
      return 'has a beginning or an end that the service keeps for itself';
    return undefined;
  },
  // learn.microsoft.com, "Naming and referencing containers": the site of an account is one container, a blog a folder of it.
  Azure: (name) => {
    if (name.length < 3 || name.length > 63) return 'must have 3 to 63 characters';
    if (!/^[a-z0-9-]+$/.test(name)) return 'takes small letters, digits and "-" alone';
    if (!/^[a-z0-9].*[a-z0-9]$/.test(name) || name.includes('--'))
      return 'must begin and end with a letter or digit, with no two "-" side by side';
    return undefined;
  },
  // cloud.google.com/storage/docs/buckets, "Bucket names"; one with a dot must be proved to be one's own domain.
  Google: (name) => {
    if (name.length < 3 || name.length > 63) return 'must have 3 to 63 characters';
    if (!/^[a-z0-9_-]+$/.test(name)) return 'takes small letters, digits, "-" and "_" alone';
    if (!/^[a-z0-9].*[a-z0-9]$/.test(name)) return 'must begin and end with a letter or digit';
    if (name.startsWith('goog') || /g[o0]{2}g[l1]e/.test(name)) return 'must not hold "google", or begin with "goog"';
    return undefined;
  },
};

/** Spins of a name that are looked at. */
const looks = 200;

/** Why a service takes no bucket of this name, in one line that names it; undefined where it does. */
export function problemOfName(service: CloudService, name: string): string | undefined {
  const problem = rules[service](name);
  return problem === undefined ? undefined : `The bucket name "${name}" ${problem}`;
}

/** A name drawn from spin syntax that the service takes, or why none of those that were looked at is. */
export function drawBucketName(
  service: CloudService,
  typed: string,
  random: Random,
): { name: string } | { problem: string } {
  let problem = '';
  for (let look = 0; look < looks; look += 1) {
    const name = spin(typed, random).trim();
    const found = problemOfName(service, name);
    if (found === undefined) return { name };
    problem ||= found;
  }
  return { problem };
}
