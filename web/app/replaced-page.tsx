import { Button, Result } from 'antd';
import { Link } from 'react-router';

interface ReplacedPageProps {
  name: string;
  successor: string;
  /** Left out while the successor is no part of this version. */
  to?: string;
}

/** An old screen that another one took over (D-NAV-03). */
export function ReplacedPage({ name, successor, to }: ReplacedPageProps) {
  const later = `${successor} takes its place in a later version. Until then campaigns are made by hand.`;
  return (
    <Result
      status="info"
      title={<h1 className="result-title">{`${name} was replaced`}</h1>}
      subTitle={to === undefined ? later : `${successor} does its work now.`}
      extra={
        <Link to={to ?? '/campaigns'}>
          <Button type="primary" tabIndex={-1}>{`Open ${to === undefined ? 'Campaigns' : successor}`}</Button>
        </Link>
      }
    />
  );
}
