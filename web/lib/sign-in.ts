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

/** Only own paths are followed, and never the login screen itself (D-AUTH-08). */
export function safeRedirect(value: string | null): string {
  const fallback = '/campaigns';
  if (!value?.startsWith('/') || value.startsWith('//') || value.includes('\\')) return fallback;
  return value.startsWith('/user/login') || value === '/' ? fallback : value;
}
