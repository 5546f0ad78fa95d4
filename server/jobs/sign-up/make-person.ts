import type { NewPerson, SignUp } from '#connectors/kit/contract/platforms.ts';
import type { AccountFields } from '#domain/contract/projects/account.ts';
import { type Random, randomInt, seededRandom } from '#domain/rules/random.ts';
import { spin } from '#domain/rules/spintax.ts';
import { blogTitleFor } from '../../features/emails/random-info.ts';

interface Wanted {
  form: Pick<
    AccountFields,
    'firstName' | 'lastName' | 'username' | 'password' | 'blogTitle' | 'blogName' | 'verificationInfo'
  >;
  webAddress: string;
  rules: SignUp['username'];
  seed: string;
  /** Names that were taken before. */
  nTried: number;
}

/** The person of a sign-up, the same on each try: spin syntax resolved, the name as the site's platform allows it. */
export function makePerson({ form, webAddress, rules, seed, nTried }: Wanted): NewPerson {
  const random = seededRandom(`${seed} person ${nTried}`);
  const of = (text: string) => spin(text, random).trim();
  const firstName = of(form.firstName);
  const lastName = of(form.lastName);
  const blogTitle = of(form.blogTitle) || blogTitleFor(firstName, random);
  return {
    username: usernameFor(of(form.username), rules, { random, isSecond: nTried > 0 }),
    password: spin(form.password, random),
    email: form.verificationInfo.emailAddress.trim(),
    firstName,
    lastName,
    blogTitle,
    blogName: of(form.blogName) || blogTitle.toLowerCase().replace(/[^a-z0-9]/g, ''),
    webAddress,
  };
}

/** A name in the letters that the platform takes; a further one ends in digits, so that it is another even without spin. */
function usernameFor(wanted: string, rules: SignUp['username'], of: { random: Random; isSecond: boolean }): string {
  const allowed = [...wanted].filter((letter) => rules.pattern.test(letter)).join('');
  const tooShort = allowed.length < rules.minLength;
  const digits = of.isSecond || tooShort ? String(randomInt(of.random, 100, 9_999)).padStart(rules.minLength, '1') : '';
  return `${allowed.slice(0, rules.maxLength - digits.length)}${digits}`;
}
