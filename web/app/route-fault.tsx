import { Button, Result } from 'antd';
import { useRouteError } from 'react-router';

/** A screen failed to load or to draw: says so and offers to load it again. */
export function RouteFault() {
  const error = useRouteError();
  return (
    <main>
      <Result
        status="error"
        title="This screen could not be shown"
        subTitle={error instanceof Error ? error.message : 'Unexpected error'}
        extra={[
          <Button key="again" type="primary" onClick={() => location.reload()}>
            Load again
          </Button>,
          <Button key="home" href="/campaigns">
            Back to campaigns
          </Button>,
        ]}
      />
    </main>
  );
}
