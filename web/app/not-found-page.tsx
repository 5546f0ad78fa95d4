import { Button, Result } from 'antd';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';

/** For unknown addresses. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  const title = 'Page not found';
  useEffect(() => {
    document.title = `${title} · Linkwright`;
  }, []);
  return (
    <Result
      icon={<NotFoundPicture />}
      title={<h1 className="result-title">{title}</h1>}
      subTitle={`There is nothing at ${pathname}.`}
      extra={
        <Link to="/campaigns">
          <Button type="primary" tabIndex={-1}>
            Back to campaigns
          </Button>
        </Link>
      }
    />
  );
}

function NotFoundPicture() {
  return (
    <svg width="120" height="72" viewBox="0 0 120 72" aria-hidden="true" className="quiet">
      <g fill="none" stroke="currentColor" strokeWidth="5" strokeLinecap="round">
        <path d="M48 46a16 16 0 0 1-22-22l8-8a16 16 0 0 1 22 0" />
        <path d="M72 26a16 16 0 0 1 22 22l-8 8a16 16 0 0 1-22 0" />
        <path d="M56 30l3 3M61 39l3 3" strokeWidth="4" />
      </g>
    </svg>
  );
}
