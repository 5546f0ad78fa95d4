/** Letters of the scripts that are written from right to left. */
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/gu;
/** Letters that only one language of these scripts has; Arabic is what is left. */
const languages: [name: string, letters: RegExp][] = [
  ['he', /\p{Script=Hebrew}/u],
  ['ur', /[ٹڈڑںےہ]/u],
  ['fa', /[پچژگکی]/u],
  ['ar', /\p{Script=Arabic}/u],
];
/** A few thousand letters tell it, however long the text is. */
const maxSample = 8_000;

/** True where most letters of a text are of scripts written from right to left. */
function isRightToLeft(html: string): boolean {
  const text = html.slice(0, maxSample).replace(/<[^<>]*>/g, ' ');
  return (text.match(rightToLeft)?.length ?? 0) * 2 > (text.match(/\p{L}/gu)?.length ?? 0);
}

const languageOf = (html: string) => languages.find(([, letters]) => letters.test(html.slice(0, maxSample)))?.[0];

/** The attributes of a text from right to left, with a space before; '' for all others. */
export function directionOf(html: string): string {
  if (!isRightToLeft(html)) return '';
  const language = languageOf(html);
  return ` dir="rtl"${language === undefined ? '' : ` lang="${language}"`}`;
}

/** Blocks of a post, those from right to left said to be so: a site's theme is most often written the other way. */
export function withDirection(blocks: string[]): string[] {
  const attributes = directionOf(blocks.join('\n'));
  return blocks.map((block) => {
    const own = isRightToLeft(block) ? attributes || directionOf(block) : '';
    return own === '' ? block : block.replace(/^<(p|h[2-4]|ul|ol|blockquote|table)\b/, (tag) => `${tag}${own}`);
  });
}

/** Scripts that one language of our articles is written in, beside those from right to left. */
const scripts: [name: string, letters: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['el', /\p{Script=Greek}/gu],
];
/** Common letters that only one way of writing Chinese has. */
const traditional = /[們個這為國來時會學對說過還後開關體經發現無門間問題見長東車馬鳥魚龍點電話語讀書買賣]/g;
const simplified = /[们个这为国来时会学对说过还后开关体经发现无门间问题见长东车马鸟鱼龙点电话语读书买卖]/g;

/** The language of a text, where its letters tell it: "ar", "ja", "zh-Hant". */
export function languageOfText(text: string): string | undefined {
  const sample = text.slice(0, maxSample);
  if (isRightToLeft(sample)) return languageOf(sample);
  const count = (letters: RegExp) => sample.match(letters)?.length ?? 0;
  const total = count(/\p{L}/gu);
  const found = scripts.find(([, letters]) => count(letters) * 4 > total && total > 0)?.[0];
  if (found !== 'zh') return found;
  return count(traditional) > count(simplified) ? 'zh-Hant' : 'zh-Hans';
}
