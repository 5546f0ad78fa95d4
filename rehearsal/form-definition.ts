import type { FormDefinition } from '#domain/contract/form-definitions.ts';
import type { SiteSettings } from '#domain/contract/site-settings.ts';

/** How posts are made at the rehearsed form site: an article with its author, or an entry with one address. */
function definitionWith(fields: FormDefinition['steps'][number]['fields'], more: object): SiteSettings {
  const definition = {
    version: 1,
    signIn: {
      page: '/login',
      form: { id: 'login-form' },
      fields: [
        { name: 'user', value: '{account.username}' },
        { name: 'pass', value: '{account.password}' },
      ],
      success: [{ text: 'Sign out' }],
      failure: [{ element: { tag: 'div', attribute: 'class', contains: 'login-error' } }],
    },
    page: '/submit',
    steps: [
      { form: { id: 'post-form' }, fields },
      { form: { id: 'confirm-form' }, fields: [], button: 'publish' },
    ],
    success: [{ text: 'Thank you, your entry stands' }],
    waiting: [{ text: 'An editor will read your entry' }],
    errors: [
      { text: 'has been entered before', means: 'duplicate' },
      { text: 'We do not take this text', means: 'refused' },
      { text: 'Too many entries today', means: 'busy' },
      { text: 'Your membership is suspended', means: 'banned' },
    ],
    address: { from: 'answer', link: '/entries/*' },
    lookUp: {
      page: '/mine?page={page}',
      pages: 20,
      shows: { element: { tag: 'table', attribute: 'id', contains: 'own-entries' } },
      empty: { text: 'No entries yet' },
      entry: 'tr',
      by: 'marker',
      link: '/entries/*',
    },
    ...more,
  };
  return JSON.parse(JSON.stringify(definition));
}

const always: FormDefinition['steps'][number]['fields'] = [
  { name: 'heading', value: '{title}' },
  { name: 'author', value: '{author.name}' },
  { name: 'about_author', value: '{author.bio}' },
  { name: 'keywords', value: '{tags}' },
  { name: 'section', choose: '{category}', otherwise: 'General' },
  { name: 'rules', checked: true },
  // Shown to nobody but the member: by it an entry is found again.
  { name: 'own_note', value: '{marker}' },
];

/** Links stand in the text. */
export const articleDefinition = definitionWith([...always, { name: 'body', value: '{html}' }], { keepsRel: true });

/** The link is the address of what is described. */
export const placeDefinition = definitionWith(
  [...always, { name: 'body', value: '{text}' }, { name: 'website', value: '{link.url}' }],
  { shown: { anchor: 'Website of {title}', rel: 'nofollow' } },
);
