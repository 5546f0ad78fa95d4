import { basePath } from '#web/lib/path-prefix.ts';

/** The path that an address `/#/x` means, or null; only own paths with one slash at their start (D-NAV-01). */
function pathOfHash(hash: string): string | null {
  if (!hash.startsWith('#/')) return null;
  const path = hash.slice(1);
  return path === '/' || /^\/[/\\]/.test(path) ? '/campaigns' : path;
}

// Before the router reads the address: its first page would lead to the campaigns.
const opened = pathOfHash(location.hash);
if (opened !== null) history.replaceState(null, '', basePath + opened);

/** Calls `go` with the path whenever an address `/#/x` is clicked. */
export function onHashAddress(go: (path: string) => void): void {
  addEventListener('hashchange', () => {
    const path = pathOfHash(location.hash);
    if (path !== null) go(path);
  });
}
