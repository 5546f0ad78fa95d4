import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { requiredName } from '#domain/contract/call.ts';
import {
  type CloudAccount,
  type CloudInfo,
  type CloudService,
  cloudService,
  cloudServices,
  problemsOfCloud,
  readCloudInfo,
  testCloudAccount,
} from '#domain/contract/clouds.ts';
import type { ConnectorInfo } from '#domain/contract/connectors.ts';
import { send } from '#web/lib/call.ts';
import { useConnectors } from '#web/lib/connectors.ts';
import { failureText } from '#web/lib/failure.ts';
import { AskLine, ConnectorFields } from '#web/ui/connector-fields.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { add, save } from './queries.ts';
import { texts } from './texts.ts';

const services = cloudService.options.map((value) => ({ value, label: cloudServices[value].label }));

/** What was typed for a service; what other services ask for is left out. */
const typedInfo = (values: Record<string, unknown>, { friendlyName: _, service: __, ...info } = values): CloudInfo =>
  readCloudInfo(Object.fromEntries(Object.entries(info).filter(([, value]) => typeof value === 'string'))) ?? {};

const form = z
  .looseObject({ friendlyName: requiredName('Please enter friendly name'), service: cloudService })
  .superRefine(({ service, ...values }, context) => {
    for (const { field, message } of problemsOfCloud(service, typedInfo(values)))
      context.addIssue({ code: 'custom', path: [field], message });
  });

interface AccountDrawerProps {
  /** The account that is edited; 'new' adds one, null is closed. */
  of: CloudAccount | 'new' | null;
  onClose: () => void;
}

/** Adds an account or edits one: the fields follow the service. */
export function AccountDrawer({ of, onClose }: AccountDrawerProps) {
  const connectors = useConnectors('clouds');
  const account = of === 'new' ? null : of;
  const onSubmit = ({ friendlyName, service, ...values }: z.output<typeof form>, edition?: number) => {
    const declared = fieldsOf(connectors, service).map(({ name }) => name);
    const info = Object.fromEntries(Object.entries(typedInfo(values)).filter(([name]) => declared.includes(name)));
    const body = { friendlyName, service, info: JSON.stringify(info) };
    return account ? save({ ...body, id: account.id, edition }) : add(body);
  };
  return (
    <FormDialog
      isDrawer
      open={of !== null}
      title={account ? texts.edit : texts.add}
      okText="Save"
      schema={form}
      initial={account ? valuesOf(account) : { friendlyName: '', service: 'S3' }}
      failed={account ? texts.saveFailed : texts.addFailed}
      done={account ? texts.saved : texts.added}
      edited={account ? { edition: account.edition, fieldsOf: valuesOf } : undefined}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Form.Item name="friendlyName" label="Friendly Name">
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
      <Form.Item name="service" label="Service">
        <Select options={services} />
      </Form.Item>
      <ServiceFields connectors={connectors} />
    </FormDialog>
  );
}

const valuesOf = ({ friendlyName, service, info }: CloudAccount) => ({ friendlyName, service, ...readCloudInfo(info) });

const connectorOf = (connectors: ConnectorInfo[] | undefined, service: CloudService) =>
  connectors?.find(({ id }) => id === cloudServices[service]?.connector);
const fieldsOf = (connectors: ConnectorInfo[] | undefined, service: CloudService) =>
  connectorOf(connectors, service)?.fields ?? [];

function ServiceFields({ connectors }: { connectors: ConnectorInfo[] | undefined }) {
  const service: CloudService = Form.useWatch('service') ?? 'S3';
  const connector = connectorOf(connectors, service);
  return (
    <>
      <ConnectorFields fields={connector?.fields ?? []} />
      <p className="quiet">
        <AskLine ask={connector?.asks.find(({ when }) => when === 'setup')} />
      </p>
      <TestAccount service={service} />
    </>
  );
}

/** Asks the service about what is typed, which is kept nowhere; what it said belongs to those words alone. */
function TestAccount({ service }: { service: CloudService }) {
  const instance = Form.useFormInstance();
  const values = Form.useWatch([], instance) as Record<string, unknown> | undefined;
  const info = JSON.stringify(typedInfo(values ?? {}));
  const [said, setSaid] = useState<{ of: string; text: string; isGood: boolean } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const of = `${service} ${info}`;
  const ask = async () => {
    setIsAsking(true);
    try {
      const { detail } = await send(testCloudAccount, { body: { service, info } });
      setSaid({ of, text: detail, isGood: true });
    } catch (error) {
      setSaid({ of, text: failureText(error, texts.testFailed), isGood: false });
    } finally {
      setIsAsking(false);
    }
  };
  const isReady = problemsOfCloud(service, typedInfo(values ?? {})).length === 0;
  return (
    <div className="cloud-test">
      <Button loading={isAsking} disabled={!isReady} onClick={() => void ask()}>
        Test
      </Button>
      <span role="status" className={said?.of === of && !said.isGood ? 'cloud-refused' : ''}>
        {said?.of === of ? said.text : ''}
      </span>
    </div>
  );
}
