import { Button } from 'antd';
import { Link } from 'react-router';
import type { BalanceFamily, ServiceBalance } from '#domain/contract/balances.ts';
import { attempt } from '#web/lib/notices.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { ToneTag } from '#web/ui/status-tag.tsx';
import { worded } from '#web/ui/worded.tsx';
import { BalancePlot } from './balance-plot.tsx';
import { askAll, useBalances } from './queries.ts';
import { texts } from './texts.ts';
import '#web/ui/list-table.css';
import './balances.css';

/** What is left at every service that is set up, now and over the last 30 days. */
export function BalancesPage() {
  const query = useBalances();
  const isChecking = query.data?.isChecking ?? false;
  const isEmpty = query.data?.services.length === 0;
  return (
    <PageFrame
      title={texts.title}
      crumbs={[{ text: texts.options, to: '/options' }, { text: texts.title }]}
      actions={
        <Button
          type="primary"
          loading={isChecking}
          disabled={isEmpty}
          onClick={() => void attempt(askAll, { failed: texts.askFailed })}
        >
          {isChecking ? texts.asking : texts.ask}
        </Button>
      }
    >
      <QueryGate query={query} failed={texts.loadFailed}>
        {({ services }) => (services.length === 0 ? <NoService /> : <Balances services={services} />)}
      </QueryGate>
    </PageFrame>
  );
}

function NoService() {
  return (
    <EmptyState title={texts.none} action={<Link to="/options?tab=captcha">{texts.toOptions}</Link>}>
      {texts.noneHint}
    </EmptyState>
  );
}

/** Where the login of a kind of service is typed. */
const tabs: Record<BalanceFamily, { label: string; tab: string }> = {
  captcha: { label: 'Captcha', tab: 'captcha' },
  articles: { label: 'Content', tab: 'content' },
  spinners: { label: 'Spinner', tab: 'spinner' },
  indexers: { label: 'Indexer', tab: 'indexer' },
};

function Balances({ services }: { services: readonly ServiceBalance[] }) {
  return (
    <div className="list-table balance-table">
      <div className="list-scroll">
        <table aria-label={texts.title}>
          <thead>
            <tr>
              <th style={{ width: 200 }}>Service</th>
              <th style={{ width: 110 }}>Kind</th>
              <th style={{ width: 190 }}>Balance</th>
              <th style={{ width: 240 }}>Last 30 days</th>
              <th style={{ width: 130 }}>Asked</th>
              <th>{texts.said}</th>
            </tr>
          </thead>
          <tbody>
            {services.map((one) => (
              <tr key={one.key} className="list-row">
                <td className="is-name">{one.label}</td>
                <td data-title="Kind">
                  <Link to={`/options?tab=${tabs[one.family].tab}`}>{tabs[one.family].label}</Link>
                </td>
                <td data-title="Balance">
                  <Left balance={one} />
                </td>
                <td data-title="Last 30 days">
                  <BalancePlot days={one.days} unit={one.unit} />
                </td>
                <td data-title="Asked">
                  {one.askedAt ? <Moment at={one.askedAt} /> : <span className="quiet">Never</span>}
                </td>
                <td className="balance-said">{worded(one.detail)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** A number with its unit where the service tells one, else a word. */
function Left({ balance: { state, amount, unit, isLow } }: { balance: ServiceBalance }) {
  if (state === null) return <ToneTag tone="plain">{texts.notAsked}</ToneTag>;
  if (state === 'REFUSED') return <ToneTag tone="red">{texts.refused}</ToneTag>;
  if (state === 'FAILED') return <ToneTag tone="orange">{texts.unknown}</ToneTag>;
  if (amount === null) return <ToneTag tone="green">{texts.valid}</ToneTag>;
  return (
    <span className="balance-left">
      <b>{texts.amount(amount, unit)}</b>
      {isLow && <ToneTag tone="amber">{texts.low}</ToneTag>}
    </span>
  );
}
