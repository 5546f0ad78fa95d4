/** A link as it stands on a page. */
export interface PageLink {
  /** Absolute address. */
  url: string;
  /** Text shown, white space folded; an image's alternative text where there is none. */
  anchor: string;
  /** As written on the page, '' when there is none. */
  rel: string;
  /** The text with the words of its images in their places, where it has both. */
  withImages?: string;
  /** It stands in the page, but no reader sees it. */
  hidden?: true;
}

/** What a stranger saw at an address. */
export interface PageReading {
  /** Null when the page could not be reached. */
  httpStatus: number | null;
  /** Address after redirects. */
  finalUrl: string;
  /** Robots rules of header and page, null when there are none. */
  robots: string | null;
  links: PageLink[];
  /** Why it could not be read, for people; null when it could. */
  reason: string | null;
  /** The answer was good, but its text could not be read to its end. */
  unreadable?: true;
  /** A redirect to another host that was not followed, and how many came before it. */
  movedTo?: { url: string; hops: number };
  /** It is longer than what is read: a link may stand behind the cut. */
  isCut?: true;
  /** Wait that the answer asked for. */
  retryAfterMs?: number;
  /** The page has a field for a password. */
  asksPassword?: true;
}

/** A page that says nothing about its links, and why. */
export interface PageTrouble {
  state: 'UNREADABLE';
  reason: string;
  httpStatus: number | null;
  /** Wait that the host asked for. */
  holdMs?: number;
}

/** Wait of a host that answers "too many requests" and does not say for how long, in ms. */
const usualHoldMs = 60_000;

/** The trouble of a reading that says nothing about the links, undefined for a page that answers well or is gone. */
export function troubleOf(page: PageReading): PageTrouble | undefined {
  const { httpStatus } = page;
  if (httpStatus === 404 || httpStatus === 410) return undefined;
  const isGood = httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  if (isGood && !page.unreadable) return undefined;
  const holdMs = holdOf(page);
  const reason = page.reason ?? describeUnread(httpStatus);
  return { state: 'UNREADABLE', httpStatus, reason, ...(holdMs === undefined ? {} : { holdMs }) };
}

function describeUnread(httpStatus: number | null): string {
  return httpStatus === null ? 'The page could not be reached' : `The page answered ${httpStatus}`;
}

function holdOf({ httpStatus, retryAfterMs }: PageReading): number | undefined {
  if (httpStatus === 429) return retryAfterMs ?? usualHoldMs;
  return httpStatus === 503 || httpStatus === null ? retryAfterMs : undefined;
}

const signIn =
  /[/=:]((log|sign)[-_]?(in|on)|wp-login|user_?login|auth|authenticate|sso|session\/new)(\.\w+)?([/?&#=]|$)/i;

/** True when the page sent us on to a page that asks for a login. */
export function isSignInWall(asked: string, page: PageReading): boolean {
  if (!URL.canParse(asked) || !URL.canParse(page.finalUrl)) return false;
  const [from, to] = [new URL(asked), new URL(page.finalUrl)];
  if (placeOf(from) === placeOf(to)) return false;
  return (
    page.asksPassword === true || (signIn.test(to.pathname + to.search) && !signIn.test(from.pathname + from.search))
  );
}

/** An address without what a redirect changes in passing: scheme, www, a slash at the end. */
function placeOf(url: URL): string {
  const query = url.search;
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}${query}`;
}

/** Distances between the tries of a page that cannot be read, in ms; then it rests. */
const tryDistancesMs = [60_000, 600_000, 3_600_000, 21_600_000, 86_400_000];

/** Time until the next try after so many failed ones, not before the host's wait is over; null when it rests. */
export function nextTryMs(nFailed: number, holdMs = 0): number | null {
  const distance = tryDistancesMs[nFailed - 1];
  return distance === undefined ? null : Math.max(distance, holdMs);
}
