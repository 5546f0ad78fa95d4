import { Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { useMemo } from 'react';
import { moduleLabels, siteModules } from '#domain/contract/modules.ts';
import { type CustomSite, defaultPace, type SiteInput } from '#domain/contract/sites.ts';
import { useConnectors } from '#web/lib/connectors.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { PermissionFields } from '#web/ui/permission-fields.tsx';
import { texts } from '../texts.ts';
import { SettingsField } from './settings-field.tsx';
import { settingsText, siteFormOf } from './site-form.ts';
import '../sites.css';

interface SiteDialogProps {
  edited: CustomSite | 'new' | null;
  onSave: (input: SiteInput, edition?: number) => Promise<void>;
  onAdd: (input: SiteInput) => Promise<void>;
  onClose: () => void;
}

const fresh = {
  siteId: '',
  platform: '',
  url: '',
  pr: 0,
  dofollow: true,
  permission: 'owned',
  permissionNote: '',
  settings: '',
  ...defaultPace('owned'),
};

const fieldsOf = (site: CustomSite) => ({ ...site, ...site.id, settings: settingsText(site.settings) });

const gone = { title: texts.gone, okText: texts.addAnew };

/** A site with its connector, permission and pace. */
export function SiteDialog({ edited, onSave, onAdd, onClose }: SiteDialogProps) {
  const site = edited === 'new' ? null : edited;
  const platforms = useConnectors('platforms');
  const schema = useMemo(() => siteFormOf(platforms ?? []), [platforms]);
  return (
    <FormDialog
      open={edited !== null}
      title={site ? `Edit ${site.id.siteId}` : 'Add Site'}
      okText="Save"
      width={640}
      schema={schema}
      initial={site ? fieldsOf(site) : fresh}
      edited={site ? { edition: site.edition, fieldsOf, gone: { ...gone, onAnew: onAdd } } : undefined}
      done={texts.saved}
      failed={texts.saveFailed}
      onSubmit={site ? onSave : onAdd}
      onClose={onClose}
    >
      <div className="two-columns">
        <Form.Item name="module" label="Type">
          <Select
            disabled={site !== null}
            placeholder="What it is used for"
            options={siteModules.map((module) => ({ value: module, label: moduleLabels[module] }))}
          />
        </Form.Item>
        <ConnectorField />
        <Form.Item name="siteId" label="Site id" extra="Name of the site in lists">
          <Input disabled={site !== null} maxLength={255} autoComplete="off" placeholder="blog.example.com" />
        </Form.Item>
        <Form.Item name="platform" label="Platform" extra={texts.platformHint}>
          <Input maxLength={100} autoComplete="off" placeholder="WordPress" />
        </Form.Item>
      </div>
      <Form.Item name="url" label="URL">
        <Input maxLength={2_000} autoComplete="off" placeholder="https://blog.example.com" />
      </Form.Item>
      <PermissionWithPace />
      {site?.permissionAt && (
        <p className="quiet">
          Permission noted: <Moment at={site.permissionAt} />
        </p>
      )}
      <div className="four-columns">
        <Form.Item name="pr" label="DA" extra={texts.daHint}>
          <InputNumber min={0} max={100} precision={0} />
        </Form.Item>
        <AtOnceField />
        <Form.Item name="gapSeconds" label="Gap" extra={texts.gapHint}>
          <InputNumber min={0} max={86_400} precision={0} suffix="s" />
        </Form.Item>
        <Form.Item name="dofollow" label=" " colon={false} valuePropName="checked">
          <Checkbox>Dofollow</Checkbox>
        </Form.Item>
      </div>
      <SettingsField platforms={platforms ?? []} schema={schema} />
    </FormDialog>
  );
}

/** Another permission brings its usual pace (D-ENG-02), which can be changed below. */
function PermissionWithPace() {
  const form = Form.useFormInstance();
  return <PermissionFields onPermission={(value) => form.setFieldsValue(defaultPace(value))} />;
}

/** Says so where the connector bears fewer posts side by side than are allowed here. */
function AtOnceField() {
  const platforms = useConnectors('platforms') ?? [];
  const chosen: unknown = Form.useWatch('connector');
  const { label, maxAtOnce } = platforms.find(({ id }) => id === chosen) ?? {};
  return (
    <Form.Item
      name="atOnce"
      label="Posts at once"
      extra={label && maxAtOnce ? texts.atMost(label, maxAtOnce) : texts.atOnceHint}
    >
      <InputNumber min={1} max={50} precision={0} />
    </Form.Item>
  );
}

/** Offers the connectors that serve the chosen type. */
function ConnectorField() {
  const form = Form.useFormInstance();
  const chosen: unknown = Form.useWatch('module');
  const platforms = useConnectors('platforms') ?? [];
  const fitting = platforms.filter((connector) => !chosen || connector.modules.some((name) => name === chosen));
  const suggestPlatform = (id: string) => {
    const label = platforms.find((connector) => connector.id === id)?.label;
    const typed: unknown = form.getFieldValue('platform');
    // Another connector's name was suggested too; a name of the operator's own stays.
    const isOwn = typed !== '' && platforms.every((connector) => connector.label !== typed);
    if (label && !isOwn) form.setFieldValue('platform', label);
  };
  return (
    <Form.Item name="connector" label="Connector" extra={texts.connectorHint}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="Choose"
        notFoundContent="No connector serves this type yet"
        options={fitting.map(({ id, label }) => ({ value: id, label }))}
        onChange={suggestPlatform}
      />
    </Form.Item>
  );
}
