import { Button, Result, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { CallFailed, failureText } from '#web/lib/failure.ts';

interface QueryGateProps<T> {
  query: { data: T | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Fixed text of the failed load, ending "Unexpected error". */
  failed: string;
  children: (data: T) => ReactNode;
}

/** Bones while loading, what went wrong with Retry, or the content. */
export function QueryGate<T>({ query, failed, children }: QueryGateProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <LoadingPanel />;
  const isGone = query.error instanceof CallFailed && query.error.status === 404;
  return (
    <Result
      status={isGone ? '404' : 'error'}
      title={isGone ? 'There is nothing here' : failureText(query.error, failed)}
      subTitle={isGone ? 'It may have been deleted in another window.' : undefined}
      extra={
        isGone ? (
          <Button type="primary" href="/campaigns">
            Back to campaigns
          </Button>
        ) : (
          <Button type="primary" loading={query.isFetching} onClick={() => query.refetch()}>
            Retry
          </Button>
        )
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
