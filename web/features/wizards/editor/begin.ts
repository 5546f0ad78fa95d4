import { getStrategy } from '#domain/contract/strategies.ts';
import { listWizards, type Wizard } from '#domain/contract/wizards.ts';
import { newWizard } from '#domain/rules/wizards/new-wizard.ts';
import { send } from '#web/lib/call.ts';
import { sessionName } from '#web/lib/session-name.ts';

/** A new wizard of a diagram. */
export async function begin(
  id: number,
  names: { id?: number | null; name: string; campaignName: string },
): Promise<Wizard> {
  const [{ strategy }, { hasProductMail }] = await Promise.all([
    send(getStrategy, { params: { id }, quietOn: [404] }),
    send(listWizards, {}),
  ]);
  return newWizard({ strategy, now: new Date(), hasProductMail, seed: sessionName(), ...names });
}
