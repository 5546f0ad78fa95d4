import { expect } from 'vitest';
import { listStrategies } from '#domain/contract/strategies.ts';
import * as wizards from '#domain/contract/wizards.ts';
import { canary } from './canaries.ts';
import type { CanaryProduct } from './canary-product.ts';

/** Saves a wizard with passwords that must not be told, and has it planned, copied and refused. */
export async function setUpWizards(product: CanaryProduct): Promise<void> {
  const { strategies } = (await product.send(listStrategies, {})).body;
  const { id } = (await product.send(wizards.putWizard, { body: { strategy: strategies[0].id, name: 'Secrets' } }))
    .body;
  const { wizard, edition } = (await product.send(wizards.getWizard, { params: { id } })).body;
  const secret = {
    ...wizard,
    campaignName: 'Secrets',
    password: canary('WizardAccount'),
    emailAccount: { ...wizard.emailAccount, emailPassword: canary('WizardMail') },
  };
  const saved = await product.send(wizards.saveWizard, { body: { wizard: secret, uuid: 'canary', edition } });
  expect([saved.status, saved.body.id]).toEqual([200, id]);
  await product.send(wizards.duplicateWizard, { params: { id }, body: { name: 'Secrets again' } });
  await product.send(wizards.planCampaign, { body: { wizard: secret } });
  await product.send(wizards.createWizardCampaign, { body: { wizard: secret, saveWizard: true } });
  // Of another shape than a wizard has: it is refused without its words.
  await product.send(wizards.saveWizard, { body: { wizard: { ...secret, depth: 'deep' }, uuid: 'canary' } });
}
