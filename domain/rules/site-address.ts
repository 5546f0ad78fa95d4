const placeOfName = '{username}';

/**
 * Address at which an account posts (D-PBN-01): a service that gives each of its users an address of their own stands in the
 * catalogue with `{username}` in that address; other addresses are everybody's.
 */
export function siteAddressOf(url: string, username: string): string {
  return url.includes(placeOfName) ? url.replaceAll(placeOfName, encodeURIComponent(username)) : url;
}

/** Name of a site as its address gives it: host and path in small letters, without the scheme and the last slash. */
export function siteNameOf(url: string): string {
  return url
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/+$/, '')
    .toLowerCase();
}
