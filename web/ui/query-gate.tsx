import { Button, Result, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { CallFailed, failureText } from '#web/lib/failure.ts';
import { NothingHere } from './while-here.tsx';
import { worded } from './worded.tsx';

interface QueryGateProps<T> {
  query: { data: T | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Fixed text of the failed load, ending "Unexpected error". */
  failed: string;
  children: (data: T) => ReactNode;
}

/** Bones while loading, what went wrong with Retry, or the content; what is gone is gone even when it was loaded before. */
export function QueryGate<T>({ query, failed, children }: QueryGateProps<T>) {
  if (query.error instanceof CallFailed && query.error.status === 404) return <NothingHere />;
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <LoadingPanel />;
  return (
    <Result
      status="error"
      title={worded(failureText(query.error, failed))}
      extra={
        <Button type="primary" loading={query.isFetching} onClick={() => query.refetch()}>
          Retry
        </Button>
      }
    />
  );
}

/** Grey bones in the shape of a page. */
export function LoadingPanel() {
  return (
    <div className="panel" aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading
      </span>
      <Skeleton active paragraph={{ rows: 8 }} />
    </div>
  );
}
