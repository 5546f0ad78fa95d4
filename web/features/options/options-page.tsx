import { Tabs } from 'antd';
import { useAddress } from '#web/lib/address.ts';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { IndexersTab } from './indexers-tab.tsx';
import { texts } from './texts.ts';

const tabs = [{ key: 'indexer', label: 'Indexer', children: <IndexersTab /> }];

/** What holds for the whole product, by tab; an unknown tab opens the first (D-NAV-11). */
export function OptionsPage() {
  const [{ tab }, setAddress] = useAddress({ tab: '' });
  const known = tabs.find(({ key }) => key === tab) ?? tabs[0];
  return (
    <PageFrame title={texts.title} crumbs={[{ text: texts.title }]}>
      <Tabs activeKey={known?.key ?? ''} items={tabs} onChange={(next) => setAddress({ tab: next })} />
    </PageFrame>
  );
}
