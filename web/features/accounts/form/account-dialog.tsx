import { AutoComplete, Form, Input } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { type Account, accountInput } from '#domain/contract/accounts.ts';
import type { ConnectorField, ConnectorInfo } from '#domain/contract/connectors.ts';
import type { SiteOffer } from '#domain/contract/sites.ts';
import { pleaseEnter } from '#domain/rules/connector-fields.ts';
import { useConnectors } from '#web/lib/connectors.ts';
import { AskLine, ConnectorFields } from '#web/ui/connector-fields.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { texts } from '../texts.ts';
import { TestButton } from './test-button.tsx';
import { type Offered, useSiteOffers } from './use-site-offers.ts';
import '#web/ui/test-line.css';

interface AccountDialogProps {
  /** Null keeps the dialog closed. */
  edited: Account | 'new' | null;
  onSave: (value: z.output<typeof accountInput>, edition?: number) => Promise<void>;
  onAdd: (value: z.output<typeof accountInput>) => Promise<void>;
  onClose: () => void;
}

/** Fields of an account whose website no connector serves yet. */
const plainFields: ConnectorField[] = [
  { name: 'username', label: 'Username', kind: 'text', required: true, help: '' },
  { name: 'password', label: 'Password', kind: 'secret', required: true, help: '' },
];

const fresh = { siteName: '', email: '', username: '', password: '' };

const fieldsOf = (stored: Account) => ({ ...stored });
const gone = { title: texts.gone, okText: texts.addAnew };

/** One account by hand, with the fields that the software of its website asks for. */
export function AccountDialog({ edited, onSave, onAdd, onClose }: AccountDialogProps) {
  // What was edited last stays on the screen while the dialog fades.
  const [shown, setShown] = useState(edited);
  const [typed, setTyped] = useState<string | null>(null);
  if (edited !== null && edited !== shown) {
    setShown(edited);
    setTyped(null);
  }
  const account = shown === 'new' || shown === null ? null : shown;
  const offered = useSiteOffers(typed ?? account?.siteName ?? '');
  const platforms = useConnectors('platforms');
  const connector = platforms?.find(({ id }) => id === offered.named?.connector);
  const fields = connector?.fields ?? plainFields;
  return (
    <FormDialog
      open={edited !== null}
      title={account ? 'Edit Account' : 'Add Account'}
      okText={account ? 'Save' : 'Add'}
      width={560}
      schema={schemaOf(fields)}
      initial={account ? { ...account } : fresh}
      edited={account ? { edition: account.edition, fieldsOf, gone: { ...gone, onAnew: onAdd } } : undefined}
      done={account ? texts.edited : texts.added}
      failed={account ? texts.editFailed : texts.addFailed}
      onSubmit={account ? onSave : onAdd}
      onClose={() => {
        setTyped(null);
        onClose();
      }}
    >
      <WebsiteItem offered={offered} connector={connector} onName={setTyped} />
      <ConnectorFields fields={fields} />
      <Form.Item name="email" label="Email (optional)" extra={emailHint(fields)}>
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
      <Setup connector={connector} site={offered.named} />
      <TestButton site={offered.named} connector={connector} />
    </FormDialog>
  );
}

/** What tells accounts apart without an email: a user name only where the website has one. */
const emailHint = (fields: readonly ConnectorField[]) =>
  texts.emailHint(fields.some(({ name }) => name === 'username') ? 'the username' : 'the name of the website');

/**
 * The rules of an account in the words of its form. An email only tells the accounts of one website apart: without one the
 * user name does, and where there is no user name either, as on sites with one user, the name of the site.
 */
function schemaOf(fields: readonly ConnectorField[]) {
  const labels = new Map(fields.map(({ name, label }) => [name, pleaseEnter(label)]));
  const needed = (name: string, rule: z.ZodType<string, string>) =>
    labels.has(name)
      ? z
          .string()
          .refine((value) => value.trim() !== '', labels.get(name))
          .pipe(rule)
      : z.string();
  return accountInput
    .extend({
      email: z.string().trim().max(255, 'Must be at most 255 characters'),
      username: needed('username', accountInput.shape.username),
      password: needed('password', accountInput.shape.password),
    })
    .transform((value) => {
      const name = (labels.has('username') && value.username) || value.email || value.siteName;
      return { ...value, username: name, email: value.email || name };
    });
}

interface WebsiteItemProps {
  offered: Offered;
  connector: ConnectorInfo | undefined;
  onName: (name: string) => void;
}

function WebsiteItem({ offered: { offers, named }, connector, onName }: WebsiteItemProps) {
  const typed: unknown = Form.useWatch('siteName');
  return (
    <Form.Item
      name="siteName"
      label="Website"
      extra={<span aria-live="polite">{siteHint(typed, named, connector)}</span>}
      getValueFromEvent={(value: string) => {
        onName(value);
        return value;
      }}
    >
      <WebsiteField offers={offers} />
    </Form.Item>
  );
}

interface WebsiteFieldProps {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
  /** Sites for what is typed; undefined while they are being looked for. */
  offers: readonly SiteOffer[] | undefined;
}

/** A website as typed; sites are offered, since an account counts for the site of its name. */
function WebsiteField({ id, value = '', onChange, offers }: WebsiteFieldProps) {
  const names = [...new Set((offers ?? []).map((offer) => offer.id.siteId))];
  return (
    <AutoComplete
      {...(id ? { id } : {})}
      value={value}
      options={names.map((name) => ({ value: name }))}
      // Enter sends what is typed, not the first offer.
      defaultActiveFirstOption={false}
      placeholder="blog.example.com"
      {...(onChange ? { onChange } : {})}
    />
  );
}

function siteHint(typed: unknown, named: SiteOffer | null | undefined, connector: ConnectorInfo | undefined): string {
  if (typeof typed !== 'string' || typed.trim() === '') return texts.siteHint;
  if (named === undefined) return texts.siteSearching;
  return named ? `${connector?.label ?? named.connector}, ${named.url}` : texts.siteUnknown;
}

function Setup({ connector, site }: { connector: ConnectorInfo | undefined; site: SiteOffer | null | undefined }) {
  const ask = connector?.asks.find(({ when }) => when === 'setup');
  if (!ask) return null;
  return (
    <p className="quiet">
      <AskLine ask={ask} siteUrl={site?.url} />
    </p>
  );
}
