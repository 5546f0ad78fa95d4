import { expect } from 'vitest';
import { checkArticles } from '#domain/contract/options/article-sources.ts';
import { saveOptions } from '#domain/contract/options/options.ts';
import { canary, plainCanary } from './canaries.ts';
import { setUpMedia } from './canary-media.ts';
import type { CanaryProduct } from './canary-product.ts';

/** Has sources of articles and of media asked with logins that must not be told, typed and stored; `echo` repeats what it is sent. */
export async function setUpSources(product: CanaryProduct, echo: string): Promise<void> {
  // A key stands in a header, which takes no letter beyond Latin-1.
  const typed = { apiKey: plainCanary('CheckArticles'), address: `${echo}/v1` };
  const login = { username: 'writer', password: canary('CheckBuilder') };
  for (const [articleSource, values] of [['OpenAI', typed] as const, ['ArticleBuilder', login] as const]) {
    const body = { articleSource, inputInfo: JSON.stringify(values) };
    expect((await product.send(checkArticles, { body })).body.error.code).toBe('OUTSIDE_REFUSED');
  }
  const content = {
    openAI: { apiKey: canary('OpenAiKey') },
    articleForge: { apiKey: canary('ForgeKey') },
    articleBuilder: { username: 'writer', password: canary('BuilderPassword') },
    kontentMachine: { apiKey: canary('KontentKey') },
    ultraSpinnableArticle: { apiKey: canary('UltraKey'), password: canary('UltraPassword') },
  };
  const saved = await product.send(saveOptions, { body: { content } });
  expect(saved.body.options.content).toMatchObject(content);
  await setUpMedia(product);
}
