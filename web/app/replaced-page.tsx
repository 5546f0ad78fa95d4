import { Button, Result } from 'antd';
import { Link } from 'react-router';

interface ReplacedPageProps {
  name: string;
  successor: string;
  to: string;
}

/** An old screen that another one took over (D-NAV-03). */
export function ReplacedPage({ name, successor, to }: ReplacedPageProps) {
  return (
    <Result
      status="info"
      title={<h1 className="result-title">{`${name} was replaced`}</h1>}
      subTitle={`${successor} does its work now.`}
      extra={
        <Link to={to}>
          <Button type="primary" tabIndex={-1}>{`Open ${successor}`}</Button>
        </Link>
      }
    />
  );
}
