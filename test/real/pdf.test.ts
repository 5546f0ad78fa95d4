import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProject } from '#domain/contract/projects/projects.ts';
import { readyCampaign } from '#test/support/builders.ts';
import { whyNotReal } from '#test/support/real/install.ts';
import { type RealMediaWiki, type RealWordPress, startMediaWiki, startWordPress } from '#test/support/real/start.ts';
import { startTestApp, type TestApp } from '#test/support/start-app.ts';
import { until } from '#test/support/until.ts';

/** Posts that are PDFs, from the project to the file that a stranger opens (ENG-28). */
const reason = whyNotReal([
  'nginx-light',
  'php-fpm',
  'php-mysql',
  'php-sqlite3',
  'mariadb-server',
  'wordpress',
  'mediawiki',
]);

const articles = [
  [
    'Arabic',
    'أفضل أدوات الحديقة',
    'الحديقة مكان جميل، نزورها كل يوم. هناك أحجار الممرات القديمة. اختر ما يناسبك.',
    'أحجار الممرات',
  ],
  ['Chinese', '花园小路指南', '砾石容易铺设，它排水良好。这里有古老的石板。请选择合适的材料。', '石板'],
  ['Hindi', 'बाग के रास्ते', 'बजरी बिछाना आसान है। यहाँ पत्थर की पटिया है। जो उचित हो वह चुनें।', 'पत्थर की पटिया'],
  ['Thai', 'ทางเดินในสวน', 'ทางเดินในสวนยาวมาก ที่นี่มีแผ่นหินริมน้ำ เลือกสิ่งที่เหมาะสม', 'แผ่นหินริมน้ำ'],
  [
    'Greek',
    'Μονοπάτια του κήπου',
    'Το χαλίκι στρώνεται εύκολα. Εδώ υπάρχουν πέτρινες πλάκες. Διάλεξε ό,τι ταιριάζει.',
    'πέτρινες πλάκες',
  ],
] as const;

/** What a stranger's reader shows of a file. */
async function open(url: string) {
  const answer = await fetch(url);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
  const page = await pdf.getPage(1);
  const { items } = await page.getTextContent();
  const { info } = (await pdf.getMetadata()) as unknown as { info: { Title: string; Author: string } };
  const links = (await page.getAnnotations()).map((one) => one.url as string);
  return { text: items.map((item) => ('str' in item ? item.str : '')).join(''), links, info };
}

describe.skipIf(reason)(`PDFs on real sites${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let app: TestApp;
  let wordpress: RealWordPress;
  let wiki: RealMediaWiki;
  beforeAll(async () => {
    wordpress = await startWordPress(1);
    wiki = await startMediaWiki(`$wgEnableUploads = true; $wgFileExtensions[] = 'pdf';`);
    app = await startTestApp();
  });
  afterAll(async () => {
    await app?.stop();
    await wordpress?.stop();
    await wiki?.stop();
  });

  test.each(articles)(
    '%s: the file opens, is read in its order, and its link is followed',
    async (name, title, body, anchor) => {
      const sites = [
        { platform: 'wordpress', ...wordpress },
        { platform: 'mediawiki', ...wiki },
      ];
      const ready = await readyCampaign(app.app, sites, { module: 'PDF', siteName: name, nArticles: 2 });
      const { db } = app.app.store;
      await db.updateTable('articles').set({ title, body }).where('content_group_id', '=', ready.groupId).execute();
      await db.updateTable('url_items').set({ anchor }).where('url_list_id', '=', ready.moneyId).execute();
      await app.send(startProject, { params: { id: ready.projectId } });
      const links = () => db.selectFrom('url_items').where('url_list_id', '=', ready.outputId).selectAll().execute();
      await until('the proofs', async () => (await links()).filter((link) => link.proof_state === 'LIVE').length === 2);
      for (const { url, proof } of await links()) {
        const file = await open(url);
        expect(file.info).toMatchObject({ Title: title, Author: 'Ada' });
        expect(file.text).toContain(title);
        expect(file.text).toContain(anchor);
        expect(file.links).toEqual(['http://money.example/']);
        expect(proof?.links).toMatchObject([{ url: 'http://money.example/', anchor, found: true }]);
      }
    },
  );
});
