/** Texts of the tab Proxy. */
export const texts = {
  added: 'Successfully added',
  addFailed: 'Failed to add proxies. Unknown error',
  addHint:
    'One per line: ip:port or ip:port:username:password. Put socks5:// or https:// before it for such a proxy. A known address and port gets the new login.',
  removal: {
    hint: 'Accounts that went through them go through another one.',
    done: 'Successfully deleted proxies',
    failed: 'Failed to delete proxies. Unknown error',
  },
  checkFailed: 'Failed to check proxies. Unknown error',
  stopFailed: 'Failed to stop checking proxies. Unknown error',
  empty: {
    title: 'No proxies yet',
    text: 'Proxies carry the traffic to your sites when "Use proxies for posting" is on in the tab General. HTTP, HTTPS and SOCKS5 are taken.',
  },
} as const;
