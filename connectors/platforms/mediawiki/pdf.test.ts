import { expect, it } from 'vitest';
import { startWorld } from '#rehearsal/world.ts';
import { pdfPlatform } from '#test/suites/pdf-platform.ts';
import { platformSuite } from '#test/suites/platform-suite.ts';
import { newContent } from '#test/suites/platform-target.ts';
import { mediawiki } from './index.ts';
import { fileNameOf } from './page-text.ts';

platformSuite({
  platform: pdfPlatform(mediawiki, 'PDF'),
  against: 'the rehearsal site',
  hasFaults: true,
  start: async () => (await startWorld({ mediawiki: 1 })).mediawiki[0]!,
});

it('names files so that a wiki takes the name as it is', () => {
  expect(fileNameOf(newContent({ title: 'A/B: [c] \\ {d}', marker: 'm12345678' }))).toBe('A-B – c - d (12345678).pdf');
  const long = fileNameOf(newContent({ title: '花'.repeat(200), marker: 'm12345678' }));
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(240);
});
