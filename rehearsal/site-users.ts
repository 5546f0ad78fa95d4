/** An account that a stranger made at a rehearsal site. */
export interface SiteUser {
  name: string;
  password: string;
  email: string;
  /** What else it was registered with. */
  about: Record<string, string>;
  isConfirmed: boolean;
}

/** A mail that a site sends. */
export interface SiteMail {
  to: string;
  subject: string;
  text: string;
}

/** The accounts of one site; no two have one name or one address. */
export class SiteUsers {
  readonly #users = new Map<string, SiteUser>();
  /** How often each name was asked for and made, for those who look for a second one. */
  readonly made: string[] = [];

  add(user: Omit<SiteUser, 'isConfirmed'>): SiteUser {
    const added = { ...user, isConfirmed: false };
    this.#users.set(user.name.toLowerCase(), added);
    this.made.push(user.name);
    return added;
  }

  byName(name: string): SiteUser | undefined {
    return this.#users.get(name.toLowerCase());
  }

  byEmail(email: string): SiteUser | undefined {
    return this.all().find((user) => user.email.toLowerCase() === email.toLowerCase());
  }

  all(): SiteUser[] {
    return [...this.#users.values()];
  }
}
