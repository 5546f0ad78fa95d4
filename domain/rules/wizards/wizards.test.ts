import { describe, expect, it } from 'vitest';
import { withNodes, wizardOf } from '#test/support/wizards.ts';
import { anchorTypes } from '../../contract/links.ts';
import type { Wizard } from '../../contract/wizards.ts';
import { openPackedText, packText } from '../packed-text.ts';
import { largestRemainder } from '../quota.ts';
import { copyFromTier, setAccounts, setSameAccounts, withComingStart } from './edit.ts';
import { factProblems, type WizardFacts } from './facts.ts';
import { readWizard } from './fit.ts';
import { planWizard } from './plan.ts';
import { isTooLong, wizardProblems, wizardRuleTexts } from './problems.ts';

const boxes = {
  blog: { type: 'SocialNetwork' },
  wiki: { type: 'Wiki', on: 'blog', store: 'Mine' },
  mixed: { type: 'Project', on: 'blog', store: 'Mine', modules: ['Bookmarking', 'ArticleDirectory'] },
  own: { type: 'Private', on: 'wiki', store: 'Mine' },
} satisfies Parameters<typeof wizardOf>[0];

const facts = (wizard: Wizard, changes: Partial<WizardFacts> = {}): WizardFacts => ({
  sites: new Map(wizard.projects.map(({ id }) => [id, { count: 7, without: 0 }])),
  accounts: new Map([...new Set(wizard.projects.map(({ group }) => group))].map((group) => [group, 7])),
  selections: new Set(),
  profiles: new Map(),
  networks: new Map([[1, { name: 'Net' }]]),
  mailboxes: Number.POSITIVE_INFINITY,
  contentGroups: new Map([[1, { name: 'Articles', count: 5, left: Number.POSITIVE_INFINITY }]]),
  indexers: new Set(['there']),
  ...changes,
});

/** A wizard that can be made into a campaign. */
const ready = (): Wizard => {
  const wizard = withNodes(wizardOf(boxes), ({ module }) => (module === 'Private' ? { profileId: 1 } : {}));
  return { ...wizard, content: wizard.content.map((content) => ({ ...content, contentGroupId: 1 })) };
};
const told = (wizard: Wizard) =>
  wizardProblems(wizard, { asksName: true }).map(({ tab, tier, field, message }) => [tab, tier, field, message]);

function planOf(wizard: Wizard, of = facts(wizard), now = new Date()) {
  const steps = planWizard(wizard, of, now);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

describe('what a wizard holds', () => {
  it('a longer text is told at its field, addresses may be longer than other texts', () => {
    const wizard = ready();
    const [first, ...others] = wizard.linksAndKeywords;
    if (!first?.linkSets[0]) throw new Error('A tier has a link set');
    const urls = 'http://money.example/a\n'.repeat(10_000);
    const linkSets = [{ ...first.linkSets[0], urls, brandedKeyword: 'x'.repeat(100_001) }];
    const long = { ...wizard, linksAndKeywords: [{ ...first, linkSets }, ...others], username: 'u'.repeat(100_001) };
    const text = 'At most 100,000 characters are taken';
    expect(wizardProblems(long, { asksName: true }).filter((one) => isTooLong(one))).toEqual([
      { tab: 'links', tier: 1, set: 0, field: 'brandedKeyword', message: text },
      { tab: 'accounts', field: 'username', message: text },
    ]);
  });

  it('is no project twice', () => {
    const wizard = ready();
    expect(readWizard({ ...wizard, projects: [...wizard.projects, wizard.projects[0]] })).toBeNull();
  });

  it('a start that has passed is put off, a coming one stays', () => {
    const now = new Date('2031-01-01T10:00:00Z');
    const startOf = (startDate: string) => withComingStart({ ...ready(), startDate }, now).startDate;
    expect(['01/01/2031 09:59', '02/01/2031 00:00', 'soon'].map(startOf)).toEqual([
      '01/01/2031 10:30',
      '02/01/2031 00:00',
      'soon',
    ]);
  });
});

describe('a new wizard', () => {
  it('has a project for each box and each checked module, in tiers, with the defaults', () => {
    const wizard = wizardOf(boxes);
    expect(wizard.depth).toBe(3);
    expect(wizard.projects.map(({ id, tier, parentId }) => [id, tier, parentId])).toEqual([
      ['blog', 1, null],
      ['wiki', 2, 'blog'],
      ['mixed:Bookmarking', 2, 'blog'],
      ['mixed:ArticleDirectory', 2, 'blog'],
      ['own', 3, 'wiki'],
    ]);
    expect(wizard.projects.map(({ group }) => group)).toEqual([
      'box blog',
      'open Mine',
      'open Mine',
      'open Mine',
      'private Mine',
    ]);
    expect(wizard.linksAndKeywords[2]).toMatchObject({ minLinks: 1, maxLinks: 3, linkPosition: 'ReplaceKeyword' });
    expect(wizard.tierSiteSelection).toEqual(Array(3).fill({ type: 1, siteSelectionId: null, selectedSites: [] }));
    expect(wizard).toMatchObject({ emailSource: 'PRODUCT', nDay: 1, useIndexers: [false, false, false] });
  });

  it('survives its packing, and brings what is too long or too short into line', () => {
    const wizard = ready();
    expect(readWizard(openPackedText(packText(JSON.stringify(wizard))))).toEqual(wizard);
    const crooked = { ...wizard, depth: 9, content: [], useIndexers: Array(20).fill(true), strange: 1 };
    const read = readWizard(crooked);
    expect(read).toMatchObject({ depth: 3, useIndexers: [true, true, true] });
    expect(read?.content).toHaveLength(3);
    expect(read).not.toHaveProperty('strange');
    expect(readWizard({ projects: [] })).toBeNull();
    expect(() => openPackedText('%%%')).toThrow();
  });
});

describe('the rules', () => {
  it('tell of broken spin syntax in what new accounts are called; a password may hold a brace', () => {
    const wizard = withNodes(ready(), () => ({ createNewAccount: true }));
    const info = { firstName: '{Ann|Eve', username: '{a|b}_garden', blogTitle: 'My }', password: 'a{b' };
    const messages = told({ ...wizard, ...info }).map(([tab, , field, message]) => `${tab} ${field}: ${message}`);
    expect(messages).toEqual([
      'accounts firstName: Spin syntax is broken at character 1',
      'accounts blogTitle: Spin syntax is broken at character 4',
    ]);
  });

  it('tell which part of the start is missing, and which number', () => {
    const fieldsOf = (change: Partial<Wizard>) =>
      told({ ...ready(), ...change }).map(([, , field, message]) => `${field}: ${message}`);
    expect(fieldsOf({ startDate: '01/02/2031' })).toEqual(['startTime: Start time is required']);
    expect(fieldsOf({ startDate: '10:00' })).toEqual(['startDate: Start date is required']);
    for (const startDate of ['31/02/2031 10:00', '31/02/2031', '25:00'])
      expect(fieldsOf({ startDate })).toEqual([expect.stringMatching(/^startDate: (?!Start)/)]);
    const linksAndKeywords = ready().linksAndKeywords.map((links) => ({ ...links, minLinks: null }));
    expect(new Set(fieldsOf({ linksAndKeywords }))).toEqual(new Set(['minLinks: Required']));
  });

  it('find nothing in a wizard that is filled in', () => {
    expect(told(ready())).toEqual([]);
    expect(factProblems(ready(), facts(ready()))).toEqual([]);
  });

  it('are told in the order of tabs and tiers', () => {
    const wizard = ready();
    const [first, ...rest] = wizard.linksAndKeywords;
    const [set] = first?.linkSets ?? [];
    if (!first || !set) throw new Error('no tier');
    const bad: Wizard = {
      ...withNodes(wizard, ({ id }) => (id === 'own' ? { profileId: null, numberOfPosts: null } : {})),
      ...{ campaignName: ' ', name: '', nDay: null, startDate: '', emailSource: 'MANUAL' },
      tierSiteSelection: [
        { type: 2, siteSelectionId: null, selectedSites: [] },
        { type: 3, siteSelectionId: null, selectedSites: [] },
        { type: 3, siteSelectionId: null, selectedSites: [] },
      ],
      linksAndKeywords: [
        { ...first, minLinks: 5, maxLinks: 21, tags: ' ', linkSets: [{ ...set, urls: 'http://a.test\nnot a url' }] },
        ...rest.map((links) => ({ ...links, minLinks: 3, maxLinks: 2, linkPosition: null })),
      ],
      content: wizard.content.map((content) => ({ ...content, contentGroupId: null, insertImages: true })),
      useIndexers: [false, true, false],
    };
    const all = told(bad);
    expect(all.map(([tab, tier, field]) => `${tab} ${tier} ${field}`)).toEqual([
      'sites 1 siteSelectionId',
      'sites 2 selectedSites',
      'links 1 maxLinks',
      'links 1 tags',
      'links 1 urls',
      'links 2 maxLinks',
      'links 2 linkPosition',
      'links 3 maxLinks',
      'links 3 linkPosition',
      ...[1, 2, 3].flatMap((tier) => [`content ${tier} contentGroupId`, `content ${tier} keywordsForImage`]),
      'accounts 3 profileId',
      'accounts 3 numberOfPosts',
      'emails undefined emailServer',
      'emails undefined emailAddress',
      'emails undefined emailLogin',
      'emails undefined emailPassword',
      'indexer 2 indexers',
      'schedule undefined startDate',
      'schedule undefined startTime',
      'schedule undefined nDay',
      'confirm undefined campaignName',
      'confirm undefined name',
    ]);
    const messages = all.map(([, , , message]) => message);
    for (const text of [
      'Must be a number between 0 and 20',
      'Max links must be greater or equal to min links',
      'Line 2 is not a valid link',
      'Tags are required',
      'Start date is required',
      wizardRuleTexts.content,
    ])
      expect(messages).toContain(text);
  });

  it('tell all at once what the store lacks', () => {
    const wizard = ready();
    const lacking = facts(wizard, {
      sites: new Map([['own', { count: 0, without: 0 }]]),
      contentGroups: new Map([[1, { name: 'Articles', count: 5, left: 3 }]]),
      mailboxes: 0,
    });
    const found = factProblems(
      withNodes(wizard, ({ id }) => (id === 'own' ? { numberOfPosts: 4 } : {})),
      lacking,
    );
    expect(found.map(({ tab, tier, node }) => `${tab} ${tier} ${node}`)).toEqual([
      'sites 1 blog',
      'sites 2 wiki',
      'sites 2 mixed:Bookmarking',
      'sites 2 mixed:ArticleDirectory',
      'content 1 undefined',
      'accounts 3 own',
      'emails undefined undefined',
    ]);
    expect(found.map(({ message }) => message)).toContain(
      'The content group “Articles” has articles for 3 posts, and 4 are planned',
    );
  });
});

it('a tier whose indexing services are all gone is asked for one', () => {
  const wizard = { ...ready(), useIndexers: [true, true, false], indexers: [['gone', 'there'], ['gone'], ['gone']] };
  const found = factProblems(wizard, facts(wizard));
  expect(found.map(({ tab, tier, field }) => [tab, tier, field])).toEqual([['indexer', 2, 'indexers']]);
});

describe('edits', () => {
  it('copy a tier to one below, but for its addresses and further link sets', () => {
    const wizard = ready();
    const copied = copyFromTier({ ...wizard, nDay: 3 }, 'linksAndKeywords', 1, 3);
    expect(copied.linksAndKeywords[2]?.linkSets).toEqual([{ ...wizard.linksAndKeywords[0]?.linkSets[0], urls: '' }]);
    expect(copyFromTier(wizard, 'content', 2, 1)).toBe(wizard);
  });

  it('spread the accounts of a project over its group', () => {
    const changed = setAccounts(ready(), 'wiki', { createNewAccount: false, profileId: 5 });
    expect(changed.projects.map(({ profileId }) => profileId)).toEqual([null, 5, 5, 5, 1]);
  });

  it('let a tier have the accounts of the first campaign, and take them away again', () => {
    const used = withNodes(ready(), ({ id }) => (id === 'blog' ? { usedProfileId: 8 } : {}));
    const same = setSameAccounts(used, 1, true);
    expect(same.projects[0]).toMatchObject({ createNewAccount: false, profileId: 8 });
    expect(setSameAccounts(same, 1, false)).toEqual(used);
  });
});

describe('the plan', () => {
  it('has the mix of each tier by exact quota, however its projects share it', () => {
    for (const seed of ['a', 'b', 'c', 'd']) {
      const { plan } = planOf({ ...ready(), seed });
      for (const { links } of plan.tiers)
        expect(anchorTypes.map((type) => links.byType[type])).toEqual(
          largestRemainder(links.total, [50, 0, 30, 0, 20]),
        );
      expect(plan.nodes.find(({ id }) => id === 'mixed:Bookmarking')?.links.total).toBe(7);
      expect(plan.tiers.map(({ posts, accounts, projects }) => [posts, accounts, projects])).toEqual([
        [7, 7, 2],
        [21, 7, 4],
        [1, 0, 1],
      ]);
    }
  });

  it('puts the tiers one after the other over their days', () => {
    const now = new Date('2030-01-01T00:00:00Z');
    const wizard = { ...ready(), startDate: '10/01/2030 00:00', nDay: 3 };
    const { plan, nodes } = planOf(wizard, facts(wizard), now);
    expect(plan.tiers[0]?.firstDay).toBe('2030-01-10');
    for (const { node, from } of nodes)
      for (const parent of nodes.filter((one) => one.node.id === node.parentId)) expect(from).toBe(parent.to);
    expect(plan.tiers[0]?.lastDay).toBe('2030-01-12');
    expect(plan.days.reduce((sum, { posts }) => sum + posts, 0)).toBe(29);
    expect(nodes.every(({ schedule }) => schedule.nDay === 3)).toBe(true);
  });

  it('knows no number of posts where as many go as there are articles for, and ends them by their days', () => {
    const wizard = withNodes(ready(), ({ id }) => (id === 'own' ? { numberOfPosts: 0 } : {}));
    const { plan, nodes } = planOf(wizard);
    expect(plan.tiers[2]).toMatchObject({ posts: null, links: { total: 0 } });
    expect(nodes.at(-1)?.schedule).toEqual({ durationType: 'Spread', nDay: 1, numberOfPosts: 0 });
  });

  it('gives no post more links than there are pages', () => {
    const wizard = ready();
    const links = wizard.linksAndKeywords.map((own) => ({ ...own, minLinks: 5, maxLinks: 9 }));
    const { nodes } = planOf({ ...wizard, linksAndKeywords: links });
    expect(nodes[0]?.links).toEqual({ min: 3, max: 3 });
    expect(nodes[1]?.links).toEqual({ min: 5, max: 7 });
  });
});
