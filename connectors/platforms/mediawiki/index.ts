import type { Checked } from '#connectors/kit/contract/connector.ts';
import type { Job, Platform } from '#connectors/kit/contract/platforms.ts';
import { NeedsOperator } from '#connectors/kit/errors.ts';
import { objectOf, textOf } from '#connectors/kit/read-answer.ts';
import { isSameSite, liesElsewhere } from '#connectors/kit/same-site.ts';
import { searchApi } from './find-api.ts';
import { titlesOf } from './page-text.ts';
import { pagesUnder, userPage } from './pages.ts';
import { uploadedPdf } from './pdf.ts';
import { withSession } from './session.ts';
import { signUp } from './sign-up.ts';
import { ask } from './wiki-call.ts';

/** MediaWiki 1.31+ by its Action API. */
export const mediawiki: Platform = {
  id: 'mediawiki',
  label: 'MediaWiki',
  modules: ['Wiki', 'WebProfile', 'PDF'],
  fields: [
    {
      name: 'username',
      label: 'Username',
      kind: 'text',
      required: true,
      help: 'Name of a bot password, as User@tool; the name of the account works where the wiki allows it',
    },
    {
      name: 'password',
      label: 'Bot password',
      kind: 'secret',
      required: true,
      help: 'Made on the wiki under Special:BotPasswords; the password of the account works where the wiki allows it',
    },
  ],
  asks: [
    {
      when: 'setup',
      text: 'Make a bot password with the rights to edit and create pages, and to upload files where it is to post PDFs.',
      link: { text: 'How bot passwords are made', url: 'https://www.mediawiki.org/wiki/Manual:Bot_passwords' },
    },
    {
      when: 'credentials',
      text: 'Make a new bot password, and see that it may edit and create pages.',
      link: { text: 'How bot passwords are made', url: 'https://www.mediawiki.org/wiki/Manual:Bot_passwords' },
    },
    {
      when: 'captcha',
      text: 'Ask an administrator of the wiki to free this account from captchas (right skipcaptcha).',
    },
  ],
  ...pagesUnder(titlesOf, 'The wiki has pages of this name already'),
  ownWays: { WebProfile: userPage, PDF: uploadedPdf },
  settleMs: 60_000,
  signUp,
  check,
  async probe(site, tools) {
    const facts = await searchApi(site, tools);
    if (facts === undefined) return { recognised: false, open: false, detail: 'No MediaWiki found' };
    if (!isSameSite(site.url, facts.api))
      return { recognised: true, open: false, detail: liesElsewhere('MediaWiki', facts.api) };
    if (facts.generator === '') return { recognised: true, open: false, detail: 'MediaWiki, closed to strangers' };
    return { recognised: true, open: true, detail: `${facts.generator}, interface open` };
  },
};

async function check(job: Job): Promise<Checked> {
  const values = { action: 'query', meta: 'userinfo', uiprop: 'rights', assert: 'user' };
  const send = () => ask(job, values);
  const info = objectOf(objectOf(await withSession(job, send, false), 'query'), 'userinfo');
  const rights = Array.isArray(info?.rights) ? info.rights : [];
  if (!rights.includes('edit') || !rights.includes('createpage')) {
    throw new NeedsOperator('This wiki account may not make pages', 'credentials');
  }
  return { detail: `Signed in as ${textOf(info, 'name')}, may make pages` };
}
