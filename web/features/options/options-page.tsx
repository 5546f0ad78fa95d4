import { Button, Tabs } from 'antd';
import { Link } from 'react-router';
import { optionTabs } from '#domain/contract/options/options.ts';
import { useAddress } from '#web/lib/address.ts';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { BlockedSitesTab } from './blocked/blocked-sites-tab.tsx';
import { CaptchaTab } from './captcha/captcha-tab.tsx';
import { ContentTab, serviceAt } from './content/content-tab.tsx';
import { GeneralTab } from './general/general-tab.tsx';
import { IndexersTab } from './indexers/indexers-tab.tsx';
import { ProductIndexerTab } from './product-indexer/product-indexer-tab.tsx';
import { ProxiesTab } from './proxies/proxies-tab.tsx';
import { type OptionsData, useOptions } from './queries.ts';
import { SpinnerTab } from './spinners/spinner-tab.tsx';
import { texts } from './texts.ts';
import { useOptionsForm } from './use-options-form.ts';
import './options.css';

/** What holds for the whole product, by tab; an unknown tab opens the first (D-NAV-11). */
export function OptionsPage() {
  const query = useOptions();
  return (
    <PageFrame
      title={texts.title}
      crumbs={[{ text: texts.title }]}
      actions={<Link to="/balances">{texts.balances}</Link>}
    >
      <QueryGate query={query} failed={texts.loadFailed}>
        {(data) => <OptionTabs data={data} />}
      </QueryGate>
    </PageFrame>
  );
}

function OptionTabs({ data }: { data: OptionsData }) {
  const [{ tab, service }, setAddress] = useAddress({ tab: '', service: '' });
  const known = optionTabs.find((key) => key === tab) ?? 'general';
  const form = useOptionsForm(data, (next, field) => setAddress({ tab: next, service: serviceAt(field) ?? '' }));
  const { proxies, blockedSites, limits, proxyMonitorState } = data;
  const items = [
    { key: 'general', label: 'General', children: <GeneralTab form={form} limits={limits} /> },
    {
      key: 'proxy',
      label: counted('Proxy', proxies.length),
      children: <ProxiesTab proxies={proxies} monitor={proxyMonitorState} />,
    },
    { key: 'captcha', label: 'Captcha', children: <CaptchaTab kind="image" form={form} data={data} /> },
    { key: 'googleCaptcha', label: 'Google Captcha', children: <CaptchaTab kind="google" form={form} data={data} /> },
    {
      key: 'content',
      label: 'Content',
      children: <ContentTab form={form} service={service} onService={(next) => setAddress({ service: next })} />,
    },
    { key: 'spinner', label: 'Spinner', children: <SpinnerTab form={form} placed={data.placedSpinners} /> },
    { key: 'indexer', label: 'Indexer', children: <IndexersTab /> },
    { key: 'productIndexer', label: texts.productIndexer, children: <ProductIndexerTab options={data.options} /> },
    {
      key: 'blockedSites',
      label: counted('Blocked Sites', blockedSites.length),
      children: <BlockedSitesTab blockedSites={blockedSites} />,
    },
  ];
  return (
    <div className="option-tabs">
      <Tabs activeKey={known} items={items} onChange={(next) => setAddress({ tab: next, service: '' })} />
      {/* Stands in the tab bar, but is no tab: a list of tabs holds nothing else. */}
      <Button
        className="option-save"
        type="primary"
        loading={form.isSaving}
        disabled={!form.isDirty}
        onClick={() => void form.save()}
      >
        Save
      </Button>
    </div>
  );
}

const counted = (label: string, count: number) => (count === 0 ? label : `${label} (${count.toLocaleString()})`);
