import { escapeHtml } from './public-page.ts';
import type { StoredPost } from './site-store.ts';

const sections = ['General', 'Garden', 'House', 'Town'];
const input = (name: string, label: string) => `<label>${label} <input type="text" name="${name}"></label>`;
const area = (name: string, label: string) => `<label>${label} <textarea name="${name}">\n</textarea></label>`;
const token = (value: string) => `<input type="hidden" name="token" value="${value}">`;

/** The pages that the rehearsed directory draws for its members. */
export const formPages = {
  login: (error: string) => `${error && `<div class="login-error">${error}</div>`}
<form id="login-form" method="post" action="/login">${input('user', 'Name')}
<label>Password <input type="password" name="pass"></label><button type="submit">Sign in</button></form>`,

  post: (value: string) => `<form id="search" action="/"><input name="q"></form>
<form id="post-form" method="post" action="/submit">${token(value)}${input('heading', 'Heading')}
${area('body', 'Text')}${input('website', 'Website')}${input('author', 'Your name')}${area('about_author', 'About you')}
${input('keywords', 'Keywords')}${input('own_note', 'Note to yourself')}
<label>Section <select name="section">${sections
    .map((name) => `<option value="${name.toLowerCase()}">${name}</option>`)
    .join('')}</select></label>
<label><input type="checkbox" name="rules" value="yes" required> I know the rules</label>
<button type="submit" name="preview" value="1">Preview</button></form>`,

  preview: (
    draft: Record<string, string>,
    of: { id: string; token: string },
  ) => `<h1>${escapeHtml(draft.heading ?? '')}</h1>
<form id="confirm-form" method="post" action="/confirm">${token(of.token)}<input type="hidden" name="draft" value="${of.id}">
<button type="submit" name="change" value="1">Change</button><button type="submit" name="publish" value="1">Publish</button></form>`,

  list: (posts: readonly StoredPost[]) =>
    `${posts.length === 0 ? '<p>No entries yet.</p>' : ''}<table id="own-entries">${posts
      .map(
        (post) =>
          `<tr><td><a href="/entries/${post.key}">${escapeHtml(post.title)}</a></td><td>${escapeHtml(post.summary)}</td></tr>`,
      )
      .join('')}</table>`,

  /** The text is shown as it was sent: members are known to the owner. */
  entry: (post: StoredPost) => {
    const website = post.url
      ? `<p><a href="${escapeHtml(post.url)}" rel="nofollow">Website of ${escapeHtml(post.title)}</a></p>`
      : '';
    const tags = post.tags.map((tag) => `<span>${escapeHtml(tag)}</span>`).join('');
    return `<article><h2>${escapeHtml(post.title)}</h2><p class="tags">${escapeHtml(post.categories?.[0] ?? '')} ${tags}</p>
<div>${post.content}</div>${website}
<footer class="author"><strong>${escapeHtml(post.author)}</strong> ${escapeHtml(post.excerpt ?? '')}</footer></article>`;
  },
};
