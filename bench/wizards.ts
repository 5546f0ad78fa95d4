import { setTimeout as pause } from 'node:timers/promises';
import type { Module } from '#domain/contract/modules.ts';
import type { ElementType } from '#domain/contract/strategies.ts';
import { packText } from '#domain/rules/packed-text.ts';
import { wizardOf } from '#test/support/wizards.ts';
import { measure, sendLines } from './measure.ts';
import { type Product, startProduct } from './product.ts';

/**
 * A wizard of 6 tiers and 200 boxes over a catalogue of 20,000 sites, 100 of them marked by hand for each project: 20,000 site
 * rows. Its save, its plan, its campaign, and one whose process is killed (BENCH_KILL_MS after its call), with the longest event-loop delay.
 */
const platforms: [Module & ElementType, string][] = [
  ['SocialNetwork', 'wordpress'],
  ['ArticleDirectory', 'wordpress'],
  ['Wiki', 'mediawiki'],
  ['PDF', 'wordpress'],
];
const [nBoxes, nTiers, nSites, perProject] = [200, 6, 20_000, 100];
const product = await startProduct();
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
await sendLines(product, {
  path: '/action/import/custom_sites',
  nLines: nSites,
  lineOf(number) {
    const [module, connector] = at(platforms, number);
    return number === 0
      ? 'module,siteId,url,platform,connector,permission,permissionNote'
      : `${module},s${Math.floor(number / platforms.length)}.${module}.example,https://s${number}.example/,${connector},${connector},owned,bench`;
  },
});
const { sites } = (await product.call('GET', '/rest/sites')) as { sites: { id: { module: Module; siteId: string } }[] };
const { contentGroup } = (await product.call('PUT', '/rest/content_groups', { name: 'Articles' })) as {
  contentGroup: { id: number };
};
await product.call('POST', '/rest/article', {
  id: null,
  contentGroupId: contentGroup.id,
  ...{ title: 'One', body: 'Text about garden tools.', authorName: 'Ada', authorBio: 'Writer' },
});
const marked = platforms.flatMap(([module]) =>
  sites
    .filter(({ id }) => id.module === module)
    .slice(0, perProject)
    .map(({ id }) => id),
);
const boxes = Object.fromEntries(
  Array.from({ length: nBoxes }, (_, index) => {
    const tier = index % nTiers;
    return [`b${index}`, { type: at(platforms, index)[0], ...(tier === 0 ? {} : { on: `b${index - 1}` }) }];
  }),
);
const wizard = wizardOf(boxes, { emailSource: 'MANUAL', startDate: '01/02/2031 10:00', nDay: 30 });
wizard.content = wizard.content.map((content) => ({ ...content, contentGroupId: contentGroup.id }));
wizard.tierSiteSelection = wizard.tierSiteSelection.map(() => ({
  type: 3,
  siteSelectionId: null,
  selectedSites: marked,
}));
wizard.emailAccount = {
  ...wizard.emailAccount,
  emailAddress: 'a@b.test',
  emailLogin: 'a',
  emailServer: 'b.test',
  emailPassword: 'c',
};
console.log(
  `${sites.length} sites, ${wizard.projects.length} projects, ${wizard.depth} tiers, ${JSON.stringify(wizard).length} letters`,
);
const packed = packText(JSON.stringify(wizard));
const big = packText(
  JSON.stringify({
    ...wizard,
    tierSiteSelection: wizard.tierSiteSelection.map((choice, tier) =>
      tier > 0
        ? choice
        : {
            type: 3,
            siteSelectionId: null,
            selectedSites: sites.map(({ id }) => id),
          },
    ),
  }),
);
const campaigns = async (of: Product) =>
  ((await of.call('GET', '/rest/campaigns')) as { campaigns: unknown[] }).campaigns.length;
const time = measure(product);
await time('nothing, for comparison', () => pause(1_000));
const create = async () =>
  (await product.call('PUT', '/action/create/xcampaign', { wizard: packed, saveWizard: true })) as {
    campaignId: number;
  };
const { id } = (await time('save', () => product.call('POST', '/rest/xwizards', { wizard: packed, uuid: '' }))) as {
  id: number;
};
await time('load', () => product.call('GET', `/rest/xwizards/${id}`));
await time('plan', () => product.call('POST', '/action/plan/xcampaign', { wizard: packed }));
const { campaignId } = await time('create', create);
await time('create once more', create);
await time('load of the campaign', () => product.call('GET', `/rest/campaign/${campaignId}`));
await time(`save with ${sites.length} marks more`, () =>
  product.call('POST', '/rest/xwizards', { wizard: big, uuid: '' }),
);
const before = await campaigns(product);
const half = create().then(
  () => 'made before the kill',
  () => 'killed',
);
await pause(Number(process.env.BENCH_KILL_MS ?? 400));
product.child.kill('SIGKILL');
const again = await startProduct({ LINKWRIGHT_DATA: product.dataDir });
console.log(`${await half}: ${before} campaigns before, ${await campaigns(again)} after`);
await again.stop();
