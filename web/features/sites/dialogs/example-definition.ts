import type { SiteSettings, SiteSettingsKind } from '#domain/contract/site-settings.ts';

/** What a dialog begins with where nothing is known of a site yet. */
export const examples: Record<SiteSettingsKind, SiteSettings> = {
  formDefinition: {
    version: 1,
    signIn: {
      page: '/login',
      form: { id: 'login-form' },
      fields: [
        { name: 'username', value: '{account.username}' },
        { name: 'password', value: '{account.password}' },
      ],
      success: [{ text: 'Sign out' }],
    },
    page: '/submit',
    steps: [
      {
        form: { id: 'post-form' },
        fields: [
          { name: 'title', value: '{title}' },
          { name: 'text', value: '{html}' },
          { name: 'author', value: '{author.name}' },
          { name: 'about', value: '{author.bio}' },
        ],
      },
    ],
    success: [{ text: 'Thank you' }],
    errors: [{ text: 'You are not allowed', means: 'banned' }],
    address: { from: 'final', link: '/articles/*' },
    lookUp: {
      page: '/my-articles',
      shows: { text: 'My articles' },
      empty: { text: 'You have no articles yet' },
      entry: 'li',
      by: 'title',
      link: '/articles/*',
    },
  },
};
