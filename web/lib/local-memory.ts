import { ValueStore } from './value-store.ts';

/** Looks of the screens; `system` is not offered, the first visit takes the system's. */
export type ThemeMode = 'light' | 'dark';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows may refuse; the choice then lasts for this page.
  }
}

/** A text kept in this browser under its key. */
export function remembered<T extends string>(key: string, start: T): ValueStore<T> {
  const store = new ValueStore<T>((read(key) as T | null) ?? start);
  store.subscribe(() => write(key, store.get()));
  return store;
}

const systemTheme = (): ThemeMode => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

/** Name of the signed-in user, shown until the server has answered (D-AUTH-03). */
export const userName = remembered<string>('linkwright.name', '');
/** Whether the menu is collapsed; collapsed at first. */
export const menuState = remembered<'collapsed' | 'open'>('linkwright.menu', 'collapsed');
/** The same on phones, where the open menu lies over the page: it is never remembered. */
export const phoneMenuState = new ValueStore<'collapsed' | 'open'>('collapsed');
/** Light or dark. */
export const themeMode = remembered<ThemeMode>('linkwright.theme', systemTheme());
/** Whether the steps of the way in are shown while they are not done; hidden ones can be brought back. */
export const wayInState = remembered<'shown' | 'hidden'>('linkwright.wayIn', 'shown');
