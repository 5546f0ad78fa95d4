import type {
  Job,
  PlacedLink,
  PostContent,
  Publishing,
  SettingsOfSites,
  SiteTarget,
} from '#connectors/kit/contract/platforms.ts';
import { Fatal } from '#connectors/kit/errors.ts';
import { cutText, htmlToText } from '#connectors/kit/html-to-text.ts';
import { markerSign } from '#connectors/kit/marker.ts';
import { toMarkup } from '#connectors/kit/markup/to-markup.ts';
import {
  bodyPlaceholders,
  type FormDefinition,
  formDefinition,
  hasLinkField,
  usedPlaceholders,
} from '#domain/contract/form-definitions.ts';
import { type Module, moduleLabels, profileModules } from '#domain/contract/modules.ts';
import { problemOfSettings } from '#domain/contract/site-settings.ts';
import { fillPlaceholders } from '#domain/rules/placeholders.ts';

/** The definition of a site; Fatal where it has none that can be used. */
export function definitionOf({ settings }: SiteTarget): FormDefinition {
  const read = formDefinition.safeParse(settings);
  if (read.success) return read.data;
  if (!settings) throw new Fatal('This site has no form definition: enter one in its dialog');
  throw new Fatal(`The form definition of this site cannot be used: ${problemOfSettings('formDefinition', settings)}`);
}

/** Modules whose one link is the address of what is described (D-ENG-12). */
const describesLink: readonly Module[] = ['GooglePlace', ...profileModules];

/** What the dialog of a site asks for, and what follows from it. */
export const siteSettings: SettingsOfSites = {
  kind: 'formDefinition',
  problemFor(settings, module) {
    const { data } = formDefinition.safeParse(settings);
    if (!data || !describesLink.includes(module) || hasLinkField(data)) return undefined;
    return `steps: A ${moduleLabels[module]} needs a field that takes {link.url}`;
  },
  acceptsAt(settings) {
    const { data } = formDefinition.safeParse(settings);
    return data && acceptsOf(data);
  },
};

/** The text that the form takes, in the richest markup it asks for. */
const bodyOf = (definition: FormDefinition) =>
  bodyPlaceholders.find((name) => usedPlaceholders(definition).has(name)) ?? 'html';

function acceptsOf(definition: FormDefinition): Publishing['accepts'] {
  const { titleMaxLength, maxLinks, images, keepsRel } = definition;
  const hasField = hasLinkField(definition);
  const used = usedPlaceholders(definition);
  const most = hasField ? 1 : maxLinks;
  return {
    markup: hasField ? 'bookmark' : bodyOf(definition),
    titleMaxLength,
    images,
    tags: used.has('tags'),
    author: used.has('author.name') || used.has('author.bio'),
    ...(most === undefined ? {} : { maxLinks: most }),
    rel: keepsRel && !hasField,
    filing: true,
  };
}

/** Letters of HTML that an excerpt is made of. */
const maxExcerpted = 20_000;

/** What a post puts into the placeholders of its form. */
export function valuesOf(job: Job, content: PostContent, definition: FormDefinition): (name: string) => string {
  const [link] = content.links;
  const own = hasLinkField(definition) ? undefined : bodyOf(definition);
  const markup = (name: 'bbcode' | 'text') => (own === name && content.markup) || toMarkup(content.html, name);
  const values: Record<string, () => string> = {
    title: () => content.title,
    html: () => content.html,
    bbcode: () => markup('bbcode'),
    text: () => markup('text'),
    excerpt: () => content.excerpt ?? cutText(htmlToText(content.html.slice(0, maxExcerpted)), 300),
    'link.url': () => link?.url ?? '',
    'link.anchor': () => link?.anchor ?? '',
    'author.name': () => content.author.name,
    'author.bio': () => content.author.bio,
    tags: () => content.tags.join(', '),
    category: () => content.category ?? '',
    marker: () => (content.marker === '' ? '' : markerSign(content.marker)),
    'account.username': () => job.account.username,
    'account.email': () => job.account.email,
  };
  return (name) => values[name]?.() ?? '';
}

/** Links as they stand on the page: a site shows the link of a field in its own way, and makes links of bare addresses. */
export function standingLinks(content: PostContent, definition: FormDefinition): PlacedLink[] {
  const { shown, keepsRel } = definition;
  if (hasLinkField(definition))
    return content.links.slice(0, 1).map(({ url }) => {
      const values: Record<string, string> = {
        title: content.title,
        'link.url': url,
        'author.name': content.author.name,
      };
      const anchor = fillPlaceholders(shown?.anchor ?? '{title}', (name) => values[name] ?? '');
      return { url, anchor, rel: shown?.rel ?? '' };
    });
  const isBare = bodyOf(definition) === 'text';
  return content.links.map(({ url, anchor, rel }) => ({
    url,
    anchor: isBare ? url : anchor,
    rel: keepsRel ? rel : '',
  }));
}
