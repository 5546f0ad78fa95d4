let handler: (() => void) | null = null;
let known = false;

/** The router says how to get to the login screen. */
export function onSignInNeeded(value: () => void): void {
  handler = value;
}

/** Remembers whether somebody is signed in, so that an ended session can be told from a first visit. */
export function rememberSignedIn(value: boolean): void {
  known = value;
}

/** Sends the visitor to login; true when a session was there before and has now ended. */
export function signInNeeded(): boolean {
  const ended = known;
  known = false;
  handler?.();
  return ended;
}

/** Where a visitor goes who was on the way to nowhere else. */
const start = '/campaigns';
/** Any origin will do: it only shows whether an address stays where it is. */
const origin = 'http://own.invalid';

/**
 * The remembered place, when it is one of our own: a path with exactly one slash at its beginning, read as browsers read
 * it (they take `\` for `/`, drop control characters and resolve `..`). Places inside the login screen, written in
 * whatever way, are dropped (D-AUTH-08).
 */
export function safeRedirect(value: string | null): string {
  if (!value || !/^\/(?![/\\])/.test(value) || /[\\\u0000-\u001f\u007f]/.test(value)) return start;
  if (!URL.canParse(value, origin)) return start;
  const url = new URL(value, origin);
  if (url.origin !== origin || url.pathname === '/' || url.pathname.startsWith('//')) return start;
  const path = decoded(url.pathname).toLowerCase().replace(/\/+/g, '/');
  if (path === '/user/login' || path.startsWith('/user/login/')) return start;
  return url.pathname + url.search + url.hash;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // No valid encoding: no route has such a path.
    return path;
  }
}
