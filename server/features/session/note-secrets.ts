import type { App } from '../../app.ts';
import type { SessionUser } from '../../calls/route.ts';

/** Writes down who was shown or given how many passwords; the passwords themselves never. */
export function noteSecrets(app: App, user: SessionUser, what: string, count: number): void {
  if (count > 0) app.log.info({ audit: 'passwords', user: user.name, what, count }, 'passwords were given out');
}
