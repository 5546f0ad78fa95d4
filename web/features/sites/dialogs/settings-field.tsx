import { Button, Form, Input } from 'antd';
import type { ConnectorInfo } from '#domain/contract/connectors.ts';
import { readSettingsSchema, siteSettingsKinds } from '#domain/contract/site-settings.ts';
import { addressOf } from '#web/lib/call.ts';
import { basePath } from '#web/lib/path-prefix.ts';
import { texts } from '../texts.ts';
import { DryRun } from './dry-run.tsx';
import { examples } from './example-definition.ts';
import { type SiteForm, settingsText } from './site-form.ts';

interface SettingsFieldProps {
  platforms: readonly ConnectorInfo[];
  schema: SiteForm;
}

/** What the chosen connector needs to know of the site, with a dry run where it can show one. */
export function SettingsField({ platforms, schema }: SettingsFieldProps) {
  const form = Form.useFormInstance();
  const chosen: unknown = Form.useWatch('connector');
  const typed: unknown = Form.useWatch('settings');
  const connector = platforms.find(({ id }) => id === chosen);
  const kind = connector?.siteSettings;
  if (!kind) return null;
  const { label, help } = siteSettingsKinds[kind];
  return (
    <>
      <Form.Item name="settings" label={label} extra={help}>
        <Input.TextArea
          className="code-field"
          autoSize={{ minRows: 6, maxRows: 18 }}
          spellCheck={false}
          autoComplete="off"
        />
      </Form.Item>
      <p className="beside-settings">
        {!typed && (
          <Button size="small" onClick={() => form.setFieldValue('settings', settingsText(examples[kind]))}>
            {texts.example}
          </Button>
        )}
        <a href={`${basePath}${addressOf(readSettingsSchema, { params: { kind } })}`} target="_blank" rel="noopener">
          {texts.schema}
          <span className="visually-hidden"> (opens a new window)</span>
        </a>
      </p>
      {connector.can.includes('show') && <DryRun schema={schema} />}
    </>
  );
}
