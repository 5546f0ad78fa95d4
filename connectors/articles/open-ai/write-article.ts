import type { ArticleOrder, SourceArticle } from '#connectors/kit/contract/articles.ts';
import type { ServiceJob } from '#connectors/kit/contract/connector.ts';
import { Fatal, Retryable } from '#connectors/kit/errors.ts';
import { isObject, readObject } from '#connectors/kit/read-answer.ts';
import { isSpinBroken } from '#domain/rules/spin-braces.ts';
import { chat, label, type Turn } from './chat.ts';

/** Sections of an article unless the order says otherwise. */
const usualSections = 3;
/** A section that is cut so often is not asked for its rest any more. */
const mostRests = 3;
/** Letters of a title or heading that are kept. */
const longestLine = 200;

/** An article that is being written: the outline, then section by section. */
interface Draft {
  title: string;
  headings: string[];
  sections: string[];
}

/**
 * An article: an outline first, then its sections one by one. What is written is remembered until the article is whole, so that
 * the same order after a busy moment goes on where it stood. Undefined: the model knows nothing to write.
 */
export async function writeArticle(job: ServiceJob, order: ArticleOrder): Promise<SourceArticle | undefined> {
  const { memory } = job.tools;
  const name = `draft ${JSON.stringify([order.keywords, order.language, order.settings, order.besides])}`;
  const draft = readDraft(memory.get(name)) ?? (await outline(job, order));
  if (!draft) return undefined;
  while (draft.sections.length < draft.headings.length) {
    memory.set(name, JSON.stringify(draft));
    draft.sections.push(await writeSection(job, order, draft));
  }
  memory.delete(name);
  const parts = draft.headings.map((heading, at) => `<h2>${readable(heading)}</h2>\n${draft.sections[at]}`);
  const body = parts.join('\n\n');
  return { remoteId: '', title: draft.title, body, markup: isSpun(order) ? 'spintax' : 'html', credit: '' };
}

function readDraft(kept: string | undefined): Draft | undefined {
  const draft = kept === undefined ? undefined : readObject(kept);
  return isObject(draft) ? (draft as unknown as Draft) : undefined;
}

const isSpun = ({ settings }: ArticleOrder) => settings.spin === true;

async function outline(job: ServiceJob, order: ArticleOrder): Promise<Draft | undefined> {
  const nSections = Number(order.settings.nSections ?? usualSections);
  const [topic = '', ...others] = order.keywords;
  const asked =
    `Plan an article on this subject: ${topic}\n${keywordsOf(others)}${besidesOf(order)}` +
    `Answer with plain lines and nothing else: the title in the first line, then ${nSections} headings of sections, one a line.`;
  const { text } = await chat(job, turns(order, asked), true);
  if (text.trim() === '') return undefined;
  const lines = text
    .slice(0, 20_000)
    .split('\n')
    .map(plainLine)
    .filter((line) => line !== '');
  const [title = '', ...headings] = lines;
  // Words of a model differ each time: another answer may have them.
  if (headings.length === 0) throw new Retryable(`${label} answered without an outline`);
  return { title, headings: headings.slice(0, nSections), sections: [] };
}

/** A line without numbers, bullets, marks of headings and quotes around it. */
const plainLine = (line: string): string =>
  withoutSpin(line.trim())
    .replace(/^(?:#{1,6}|[-*•]|\d{1,2}[.)])\s+/, '')
    .replace(/^(?:\*\*|")(.*?)(?:\*\*|")$/, '$1')
    .trim()
    .slice(0, longestLine);

const keywordsOf = (keywords: string[]) => (keywords.length > 0 ? `It uses these words: ${keywords.join(', ')}\n` : '');

/** Orders of one subject would else be answered with one article. */
const besidesOf = ({ besides = [] }: ArticleOrder) =>
  besides.length > 0 ? `These articles exist already, take another side of the subject:\n${besides.join('\n')}\n` : '';

async function writeSection(job: ServiceJob, order: ArticleOrder, draft: Draft): Promise<string> {
  const { title, headings, sections } = draft;
  const spun = isSpun(order)
    ? ' Write many words and phrases with two or three choices that fit the sentence alike, as {first|second|third}.'
    : '';
  const asked =
    `The article "${title}" has these sections:\n${headings.join('\n')}\n${keywordsOf(order.keywords)}` +
    `Write the section "${headings[sections.length]}" in two to four paragraphs, without its heading and without markup.${spun}`;
  const talk = turns(order, asked);
  let written = '';
  for (let nRests = 0; nRests <= mostRests; nRests += 1) {
    const { text, isCut } = await chat(job, talk, true);
    written += text;
    if (!isCut) return readySection(written, isSpun(order));
    talk.push({ role: 'assistant', content: text });
    talk.push({ role: 'user', content: 'Go on exactly where you stopped.' });
  }
  throw new Fatal(`A section of the article is longer than ${label} answers`);
}

/** Paragraphs as they stand in an article; spin syntax that is broken would keep it from being posted. */
function readySection(written: string, mayHaveSpin: boolean): string {
  const text = readable(written.replace(/\n{2,}/g, '\n\n').trim());
  if (text === '') throw new Retryable(`${label} answered with an empty section`);
  return mayHaveSpin && !isSpinBroken(text) ? text : withoutSpin(text);
}

/** A text as it stands in an article: its marks are no markup. */
const readable = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The first of every choice, and no brace. */
function withoutSpin(text: string): string {
  let plain = text;
  for (let depth = 0; depth < 5; depth += 1) plain = plain.replace(/\{([^{}|]*)\|[^{}]*\}/g, '$1');
  return plain.replace(/[{}]/g, '').replaceAll('|', ' ');
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

function turns({ language }: ArticleOrder, asked: string): Turn[] {
  const name = languageNames.of(language) ?? language;
  return [
    { role: 'system', content: `You write articles for websites, in ${name}. You answer with the text alone.` },
    { role: 'user', content: asked },
  ];
}
