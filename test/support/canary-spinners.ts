import { expect } from 'vitest';
import { saveArticle, spinArticle } from '#domain/contract/content.ts';
import { getOptions, saveOptions } from '#domain/contract/options/options.ts';
import { testSentence, testSpinner } from '#domain/contract/options/spinner.ts';
import { canary } from './canaries.ts';
import type { CanaryProduct } from './canary-product.ts';

const services = ['BestSpinner', 'Rewriter', 'WordAi', 'ESpinner', 'Spinea', 'BrazilianA', 'BrazilianB'];

/** The setting that brings every spinner to one address. */
export const spinnerAddresses = (url: string): string => services.map((name) => `${name}=${url}`).join(',');

/** Has spinners asked with logins that must not be told, typed and stored. */
export async function setUpSpinners(product: CanaryProduct, contentGroupId: number): Promise<void> {
  const typed = { username: 'spinner', password: canary('TestSpinner'), body: testSentence };
  for (const spinnerService of ['BestSpinner', 'WordAi', 'Spinea'])
    expect((await product.send(testSpinner, { body: { ...typed, spinnerService } })).body.error.code).toBe(
      'OUTSIDE_REFUSED',
    );
  const spinner = {
    bestSpinner: { username: 'spinner', password: canary('BestSpinner') },
    rewriter: { email: 'a@b.test', apiKey: canary('Rewriter') },
    wordAi: { email: 'a@b.test', password: canary('WordAi') },
    eSpinner: { email: 'a@b.test', apiKey: canary('ESpinner') },
    spinea: { email: 'a@b.test', apiKey: canary('Spinea') },
    brazilianA: { username: 'spinner', apiKey: canary('BrazilianA') },
    brazilianB: { apiKey: canary('BrazilianB') },
  };
  const saved = await product.send(saveOptions, { body: { spinner } });
  expect(saved.body.options.spinner).toMatchObject(spinner);
  const article = { title: 'Spun', body: testSentence, authorName: 'A', authorBio: 'B' };
  const { id } = (await product.send(saveArticle, { body: { id: null, contentGroupId, ...article } })).body;
  for (const spinnerService of services)
    expect(
      (await product.send(spinArticle, { params: { id }, body: { ...article, spinnerService } })).body.error,
    ).toBeTruthy();
  await product.send(getOptions);
}
