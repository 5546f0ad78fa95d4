import { Button, Tabs } from 'antd';
import { optionTabs } from '#domain/contract/options/options.ts';
import { useAddress } from '#web/lib/address.ts';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { BlockedSitesTab } from './blocked/blocked-sites-tab.tsx';
import { CaptchaTab } from './captcha/captcha-tab.tsx';
import { GeneralTab } from './general/general-tab.tsx';
import { IndexersTab } from './indexers/indexers-tab.tsx';
import { ProxiesTab } from './proxies/proxies-tab.tsx';
import { type OptionsData, useOptions } from './queries.ts';
import { texts } from './texts.ts';
import { useOptionsForm } from './use-options-form.ts';
import './options.css';

/** What holds for the whole product, by tab; an unknown tab opens the first (D-NAV-11). */
export function OptionsPage() {
  const query = useOptions();
  return (
    <PageFrame title={texts.title} crumbs={[{ text: texts.title }]}>
      <QueryGate query={query} failed={texts.loadFailed}>
        {(data) => <OptionTabs data={data} />}
      </QueryGate>
    </PageFrame>
  );
}

function OptionTabs({ data }: { data: OptionsData }) {
  const [{ tab }, setAddress] = useAddress({ tab: '' });
  const known = optionTabs.find((key) => key === tab) ?? 'general';
  const form = useOptionsForm(data, (next) => setAddress({ tab: next }));
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
    { key: 'indexer', label: 'Indexer', children: <IndexersTab /> },
    {
      key: 'blockedSites',
      label: counted('Blocked Sites', blockedSites.length),
      children: <BlockedSitesTab blockedSites={blockedSites} />,
    },
  ];
  return (
    <div className="option-tabs">
      <Tabs activeKey={known} items={items} onChange={(next) => setAddress({ tab: next })} />
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
