import { Form, Input } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { type Indexer, indexingTexts } from '#domain/contract/indexing.ts';
import { readFields } from '#domain/rules/connector-fields.ts';
import { AskLine, ConnectorFields } from '#web/ui/connector-fields.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { storeIndexer } from './queries.ts';
import { texts } from './texts.ts';

interface IndexerDialogProps {
  /** Null keeps the dialog closed. */
  edited: Indexer | null;
  onClose: () => void;
}

/** Address and fields of one indexing service. */
export function IndexerDialog({ edited, onClose }: IndexerDialogProps) {
  // What was edited last stays on the screen while the dialog fades.
  const [shown, setShown] = useState(edited);
  if (edited !== null && edited !== shown) setShown(edited);
  if (shown === null) return null;
  const { id, label, fields, asks } = shown;
  return (
    <FormDialog
      open={edited !== null}
      title={label}
      okText="Save"
      width={560}
      schema={schemaOf(shown)}
      initial={fieldsOf(shown)}
      edited={shown.edition === null ? undefined : { edition: shown.edition, fieldsOf }}
      done={texts.saved}
      failed={texts.saveFailed}
      onSubmit={({ address, values }, edition) =>
        storeIndexer({ id, address, values, ...(edition === undefined ? {} : { edition }) })
      }
      onClose={onClose}
    >
      <ConnectorFields fields={fields} />
      <Form.Item name="address" label="Address of the service">
        <Input maxLength={2_000} autoComplete="off" />
      </Form.Item>
      <p className="quiet">
        <AskLine ask={asks.find(({ when }) => when === 'setup')} />
      </p>
    </FormDialog>
  );
}

/** As it was saved: what was left empty then does not begin anew. */
function fieldsOf({ address, values, fields, edition }: Indexer) {
  const begun = fields.filter(({ initial }) => initial !== undefined);
  const first = begun.map(({ name, initial }) => [name, edition === null ? initial : '']);
  return { address, ...Object.fromEntries(first), ...values };
}

/** The rules of the declared fields, and an address. */
function schemaOf({ fields }: Indexer) {
  return z
    .looseObject({
      address: z
        .string()
        .trim()
        .regex(/^https?:\/\/[^\s/]/i, indexingTexts.noAddress),
    })
    .superRefine((typed, context) => {
      for (const { field, message } of readFields(fields, typed as never).problems)
        context.addIssue({ code: 'custom', path: [field], message });
    })
    .transform((typed) => ({ address: typed.address, values: readFields(fields, typed as never).values }));
}
