import { ValueStore } from './value-store.ts';

let visit: (() => void) | null = null;
let known = false;
let pending: Promise<boolean> | null = null;
let settle: ((isIn: boolean) => void) | null = null;

/** True while the session has ended and the sign-in is asked for on the spot, over what is being typed. */
export const isSignInAsked = new ValueStore(false);

/** The router says how a visitor without a session gets to the login screen. */
export function onSignInNeeded(value: () => void): void {
  visit = value;
}

/** Whether somebody signed out here. */
export const isSignedOut = (): boolean => known === false;

/** Remembers whether somebody is signed in, so that an ended session can be told from a first visit. */
export function rememberSignedIn(value: boolean): void {
  known = value;
}

/**
 * A first visit is sent to the login screen: false. Where a session has ended, the sign-in is asked for on the spot, once
 * for all calls that were refused; true when it was done, so that they can be sent again.
 */
export function signInAgain(): Promise<boolean> {
  if (pending) return pending;
  if (!known) {
    visit?.();
    return Promise.resolve(false);
  }
  pending = new Promise<boolean>((resolve) => {
    settle = resolve;
  }).finally(() => {
    pending = null;
    isSignInAsked.set(false);
  });
  isSignInAsked.set(true);
  return pending;
}

/** The operator has signed in on the spot. */
export function signedInAgain(): void {
  settle?.(true);
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
