import type { ConnectorField } from '#domain/contract/connectors.ts';
import { type ServiceJob, textField } from '../contract/connector.ts';
import type { Indexer, LinkBatch } from '../contract/indexers.ts';
import { Fatal } from '../errors.ts';
import { postForm } from '../post-form.ts';
import { balanceOf, cannotAsk, joined, keyOf, order, paidIndexer, refusalOf, taken } from './paid-indexer.ts';

const nameShape = { pattern: '[\\w.-]{1,60}', says: 'A name has 1 to 60 letters, digits, dots or dashes' };
const pairsShape = {
  pattern: '[\\w.-]{1,60}=[^&=]{0,200}(&[\\w.-]{1,60}=[^&=]{0,200}){0,20}',
  says: 'Please write name=value, several with & between them',
};
const text = (field: Pick<ConnectorField, 'name' | 'label' | 'help'> & Partial<ConnectorField>): ConnectorField => ({
  kind: 'text',
  required: true,
  shape: nameShape,
  ...field,
});

/** How the form is written: what the operator reads in the documentation of the service, begun with the usual names. */
const formFields: ConnectorField[] = [
  text({
    name: 'fieldOfLogin',
    label: 'Field of the key',
    initial: 'apikey',
    help: 'Name under which the key is sent',
  }),
  text({
    name: 'fieldOfLinks',
    label: 'Field of the links',
    initial: 'urls',
    help: 'They are sent with | between them',
  }),
  text({ name: 'fieldOfName', label: 'Field of the campaign', initial: 'campaign', help: 'Name of each batch' }),
  text({
    name: 'orderFields',
    label: 'Further fields',
    required: false,
    shape: pairsShape,
    initial: 'cmd=submit&dripfeed=disabled',
    help: 'Sent with each batch: name=value, several with & between them',
  }),
  text({
    name: 'balanceFields',
    label: 'Fields of the question what is left',
    required: false,
    shape: pairsShape,
    initial: 'cmd=remaininglimit',
    help: 'Sent with the key by Validate; the answer holds a number. Leave it empty where the service has no such question.',
  }),
  text({
    name: 'goodAnswer',
    label: 'Answer when links were taken',
    initial: 'OK',
    shape: { pattern: '.{1,200}', says: 'At most 200 letters' },
    help: 'The answer of the service begins with this',
  }),
];

/**
 * A service whose interface nobody has described to us: a form whose address and names the operator types, begun with those of
 * the grammar apikey/cmd, and without an address, so that it does nothing before.
 */
export function ownForm(id: string, label: string): Indexer {
  const setup =
    'The interface of this service is not known here: enter the address and the names of the fields that its own documentation gives.';
  const paid = paidIndexer({ id, label, address: '', setup });
  return {
    ...paid,
    fields: [...paid.fields, ...formFields],
    accepts: { urlsPerBatch: 500 },
    async submit(job: ServiceJob, batch: LinkBatch) {
      requireAddress(job);
      const { key } = job;
      const said = await order(job, {
        ...pairsOf(textField(key, 'orderFields')),
        [textField(key, 'fieldOfName')]: batch.name,
        [textField(key, 'fieldOfLogin')]: keyOf(job),
        [textField(key, 'fieldOfLinks')]: joined(batch),
      });
      if (!said.startsWith(textField(key, 'goodAnswer'))) throw refusalOf(label, said);
      return taken();
    },
    check(job: ServiceJob) {
      requireAddress(job);
      const question = textField(job.key, 'balanceFields');
      return question === '' ? cannotAsk() : ask(label, job, question);
    },
  };
}

async function ask(label: string, job: ServiceJob, question: string) {
  const fields = { ...pairsOf(question), [textField(job.key, 'fieldOfLogin')]: keyOf(job) };
  return balanceOf(label, (await postForm(job.tools, { url: job.address, fields })).text.trim());
}

function requireAddress({ address }: ServiceJob): void {
  if (address === '')
    throw new Fatal('The address of the service is not known: enter it in the tab Indexer in Options');
}

const pairsOf = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));
