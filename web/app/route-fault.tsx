import { Button, Result } from 'antd';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { basePath } from '#web/lib/path-prefix.ts';

/** Between two looks whether the server is back. */
const lookEveryMs = 2_000;
/** What browsers say when a part of the program does not come, each in its own words. */
const notFetched = /dynamically imported module|importing a module script|module script failed|preload/i;

/** A screen failed to load or to draw: says so and offers to load it again. One that did not come is fetched by itself. */
export function RouteFault() {
  const error = useRouteError();
  if (error instanceof Error && notFetched.test(error.message)) return <NotFetched />;
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
          <Button key="home" href={`${basePath}/campaigns`}>
            Back to campaigns
          </Button>,
        ]}
      />
    </main>
  );
}

/** The server is away, or has newer pages than this window: loads again as soon as it answers. */
function NotFetched() {
  useEffect(() => {
    const look = () =>
      fetch(`${basePath}/health`, { cache: 'no-store' }).then(
        () => location.reload(),
        () => undefined,
      );
    const timer = setInterval(() => void look(), lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <Result
      role="alert"
      status="warning"
      title={<h1 className="result-title">The server cannot be reached</h1>}
      subTitle="This screen opens by itself as soon as it answers."
      extra={<Button onClick={() => location.reload()}>Load now</Button>}
    />
  );
}
