import { anchorToken, carrierLines } from '#domain/rules/carrier-sentences.ts';
import { type Random, shuffle } from '#domain/rules/random.ts';
import { spin } from '#domain/rules/spintax.ts';

/** Scripts of articles, by the letters of each; what is none of them is taken for Latin. */
const scripts = {
  arabic: /\p{Script=Arabic}/gu,
  han: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  devanagari: /\p{Script=Devanagari}/gu,
  cyrillic: /\p{Script=Cyrillic}/gu,
};
type Script = keyof typeof scripts | 'latin';

/** Small lists for those who wrote none; a word, a name and an address all fit into each. */
const builtIn: Record<Script, { sentences: string[]; more: string; comma: string; stop: string }> = {
  latin: {
    sentences: [
      '{More on this|Further reading}: {anchor}.',
      'Those who {want|would like} to know more may {start|begin} with {anchor}.',
      'A good place to {read on|continue} is {anchor}.',
      '{For more|For details}, see {anchor}.',
      'There is more to {read|learn} under {anchor}.',
    ],
    more: 'Read more: ',
    comma: ', ',
    stop: '.',
  },
  arabic: {
    sentences: ['للمزيد حول هذا الموضوع: {anchor}.', 'اقرأ أيضًا: {anchor}.', 'لمن يرغب في معرفة المزيد: {anchor}.'],
    more: 'اقرأ المزيد: ',
    comma: '، ',
    stop: '.',
  },
  han: {
    sentences: ['更多内容请参阅{anchor}。', '延伸阅读：{anchor}。', '想进一步了解，可以从{anchor}开始。'],
    more: '延伸阅读：',
    comma: '、',
    stop: '。',
  },
  devanagari: {
    sentences: ['इस विषय पर और पढ़ें: {anchor}।', 'अधिक जानकारी के लिए देखें: {anchor}।', 'यह भी पढ़ें: {anchor}।'],
    more: 'और पढ़ें: ',
    comma: ', ',
    stop: '।',
  },
  cyrillic: {
    sentences: ['Подробнее об этом: {anchor}.', 'Читайте также: {anchor}.', 'Узнать больше можно здесь: {anchor}.'],
    more: 'Читайте также: ',
    comma: ', ',
    stop: '.',
  },
};

/** The script most of a text's letters are of. */
function scriptOf(text: string): Script {
  // A few thousand letters tell it, however long the text is.
  const sample = text.slice(0, 8_000).replace(/<[^<>]*>/g, ' ');
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const found = (Object.keys(scripts) as (keyof typeof scripts)[]).find(
    (script) => (sample.match(scripts[script])?.length ?? 0) * 2 > letters,
  );
  return found ?? 'latin';
}

/** Stands for the link while spin syntax is resolved: no text of ours holds it. */
const anchorSign = '\uE000';
const signed = (line: string) => line.replaceAll(anchorSign, '').replaceAll(anchorToken, anchorSign);

/** Sentences that carry links, each used again only when all were used; parts of a text, without markup. */
export interface Carriers {
  /** A sentence, as what stands before and behind its link. */
  next(): [before: string, after: string];
  /** The one closing sentence of all links: how it begins, what stands between them, its end. */
  blurb: { more: string; comma: string; stop: string };
}

/** The operator's carrier sentences, else those of the article's script (D-ENG-24). */
export function createCarriers(typed: string, text: string, random: Random): Carriers {
  const own = builtIn[scriptOf(text)];
  const lines = carrierLines(typed);
  const all = lines.length > 0 ? lines : own.sentences;
  let left: string[] = [];
  return {
    blurb: own,
    next() {
      if (left.length === 0) left = shuffle(random, all);
      const [before = '', after = ''] = spin(signed(left.shift() ?? ''), random).split(anchorSign);
      return [before, after];
    },
  };
}
