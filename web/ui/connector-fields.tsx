import { Button, Form, Input, InputNumber, Select, Space, Switch } from 'antd';
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

function controlOf({ kind, range, makesDigits, choices = [] }: ConnectorField): ReactNode {
  if (kind === 'secret') return <Input.Password maxLength={10_000} autoComplete="new-password" />;
  if (kind === 'number')
    return <InputNumber {...(range ? { min: range.min, max: range.max } : {})} style={{ width: 140 }} />;
  if (kind === 'select') return <Select placeholder="Choose" options={choices} />;
  if (kind === 'switch') return <Switch />;
  if (makesDigits !== undefined) return <MadeInput digits={makesDigits} />;
  return <Input maxLength={10_000} autoComplete="off" />;
}

interface MadeInputProps {
  /** Hex digits that are made. */
  digits: number;
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** A text that the operator thinks up, or has made. */
function MadeInput({ digits, id, value = '', onChange }: MadeInputProps) {
  const make = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(digits / 2)));
    onChange?.(
      Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
        .join('')
        .slice(0, digits),
    );
  };
  return (
    <Space.Compact block>
      <Input
        {...(id ? { id } : {})}
        maxLength={10_000}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <Button onClick={make}>Make one</Button>
    </Space.Compact>
  );
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
