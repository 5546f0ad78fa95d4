import { Form, Input, InputNumber, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import type { ConnectorAsk, ConnectorField } from '#domain/contract/connectors.ts';
import { askLink } from '#domain/rules/connector-fields.ts';

/** The fields of an account or key as its connector declares them, inside a form. */
export function ConnectorFields({ fields }: { fields: readonly ConnectorField[] }) {
  return fields.map((field) => (
    <Form.Item
      key={field.name}
      name={field.name}
      label={field.required ? field.label : `${field.label} (optional)`}
      extra={field.help}
      {...(field.initial === undefined ? {} : { initialValue: field.initial })}
      {...(field.kind === 'switch' ? { valuePropName: 'checked' } : {})}
    >
      {controlOf(field)}
    </Form.Item>
  ));
}

function controlOf({ kind, range, choices = [] }: ConnectorField): ReactNode {
  if (kind === 'secret') return <Input.Password maxLength={1_000} autoComplete="new-password" />;
  if (kind === 'number')
    return <InputNumber {...(range ? { min: range.min, max: range.max } : {})} style={{ width: 140 }} />;
  if (kind === 'select') return <Select placeholder="Choose" options={choices} />;
  if (kind === 'switch') return <Switch />;
  return <Input maxLength={255} autoComplete="off" />;
}

interface AskLineProps {
  ask: ConnectorAsk | undefined | null;
  /** Address of the site that a link may lead into. */
  siteUrl?: string | undefined;
}

/** What the operator has to do elsewhere, with the link there in a window of its own. */
export function AskLine({ ask, siteUrl }: AskLineProps) {
  if (!ask) return null;
  const url = ask.link && askLink(ask.link.url, siteUrl);
  return (
    <span>
      {ask.text}{' '}
      {ask.link && url && (
        <a href={url} target="_blank" rel="noreferrer noopener" style={{ textDecoration: 'underline' }}>
          {ask.link.text}
          <span className="visually-hidden"> (opens a new window)</span>
        </a>
      )}
    </span>
  );
}
