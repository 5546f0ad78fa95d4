import { userName } from './local-memory.ts';
import { isSignedOut } from './sign-in.ts';

/**
 * What was typed and is not saved yet, by page and user. It is kept with the tab: it outlasts a reload, a crash and a lost
 * connection, and goes with the tab. Nothing secret belongs into it.
 */
const prefix = 'linkwright.draft ';
const keyOf = (page: string) => `${prefix}${userName.get()} ${page}`;

/** Keeps a draft; one that the browser has no room for is not kept, nor one of who signed out. */
export function keepDraft(page: string, draft: unknown): void {
  if (isSignedOut()) return;
  try {
    sessionStorage.setItem(keyOf(page), JSON.stringify(draft));
  } catch {
    dropDraft(page);
  }
}

/** The draft of a page, as it was kept; undefined where there is none. */
export function readDraft(page: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(page)) ?? '') as unknown;
  } catch {
    return undefined;
  }
}

/** Forgets all drafts: who signs in next on this machine is somebody else. */
export function dropDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // Where nothing may be kept there is nothing to forget.
  }
}

/** Forgets the draft of a page. */
export function dropDraft(page: string): void {
  try {
    sessionStorage.removeItem(keyOf(page));
  } catch {
    // Where nothing may be kept there is nothing to forget.
  }
}
