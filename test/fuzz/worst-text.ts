import { pickOne, type Random, randomInt } from '#domain/rules/random.ts';

/** What a worst text is made of: a head, a piece again and again, a middle, another piece again and again, a tail. */
export interface Recipe {
  head: string;
  piece: string;
  middle: string;
  second: string;
  tail: string;
}

/** Stands for something that is another each time: what is equal is often remembered. */
const differs = '\u0003';

/** Short texts that mean something to a parser. */
const fragments: readonly string[] = [
  ...['<a ', '<a href=a>', '<a href="/1">x</a>', '<b>', '</b>', '<b></c>', '<div>', '</div>', '<p>', '</p>', '<li>'],
  ...['<ul>', '<table><tr><td>', '<svg>', '<!--', '-->', '<![CDATA[', '<?', '<!', '<<<', '<', '>', '/>', '</', '<h2>'],
  ...[
    '<select>',
    '<noscript>',
    '<textarea>',
    '<script>',
    '</script>',
    '<style>',
    '<link ',
    '<meta name=robots content=',
  ],
  ...['<base href="http://a.test/', '<form>', '<i hidden>', '<p style="', 'display:none;', '/*', '*/', ' style="a:b;'],
  ...['<img alt="x">', '<br>', '<blockquote>', '<strong>', '<em>', '</em>', '<a href="http://a.test/">', '</a>'],
  ...[`<a href="/${differs}">x</a>`, `<a href=${differs}>${differs}`, differs, `"${differs}":`, ` ${differs}=`],
  ...['[[', ']]', '[', ']', '{|', '|}', '{{', '}}', '{', '}', '|', '~', '{a|b}', '{~a|', '[link]', "'''", "''", '=='],
  ...[
    '"",',
    '"',
    '""',
    ',',
    ',"',
    '\n',
    '\r\n',
    '\r',
    ' ',
    '\t',
    '|x|',
    '\\',
    '\\"',
    '\\u0000',
    '"a":',
    '{"a":',
    '[1,',
    '1',
  ],
  ...['&#', '&#38;', '&amp;', '&', '&lt;', ';', '&ampamp', '&#x', '=', ' href="', " href='", ' a=b', ' a', "'", '#'],
  ...[
    'a',
    'ab ',
    'word ',
    '. ',
    '.',
    'z\u0316\u0300',
    '\u0300\u0316',
    'é',
    '中',
    '💥',
    '\u00a0',
    '\u200b',
    '\ufeff',
    '\0',
  ],
  ...[
    'http://',
    'https://a.test/',
    '//',
    '/',
    '../',
    '%',
    '%2',
    '%41',
    '@',
    ':',
    '?',
    'www.',
    'Bearer ',
    'Basic ',
    '://',
  ],
  ...[
    'noindex,',
    'url=',
    '0;',
    'max-age=1;',
    'a=b; ',
    'PK\u0003\u0004',
    '--x\r\n',
    '-',
    '_',
    '~~~',
    'garden tools',
    'é&',
  ],
];

const names = ['head', 'piece', 'middle', 'second', 'tail'] as const;

/** The text of a recipe with that many letters. */
export function textOf({ head, piece, middle, second, tail }: Recipe, length: number): string {
  const room = Math.max(0, length - head.length - middle.length - tail.length);
  const each = second === '' ? room : room / 2;
  const repeated = (part: string) => (part === '' ? '' : part.repeat(Math.max(1, Math.floor(each / part.length))));
  const text = head + repeated(piece) + middle + repeated(second) + tail;
  let number = 0;
  return piece.includes(differs) || second.includes(differs)
    ? text.replaceAll(differs, () => {
        number += 1;
        return number.toString(36);
      })
    : text;
}

/** A recipe of a few random fragments. */
export function randomRecipe(random: Random, seeds: readonly string[]): Recipe {
  const some = (most: number) => Array.from({ length: randomInt(random, 0, most) }, () => part(random, seeds)).join('');
  return {
    head: some(2),
    piece: part(random, seeds) + some(2),
    middle: some(1),
    second: random() < 0.4 ? part(random, seeds) : '',
    tail: some(1),
  };
}

/** The recipe with one part changed, or with a part of another. */
export function mutated(random: Random, recipe: Recipe, other: Recipe, seeds: readonly string[]): Recipe {
  const name = pickOne(random, names);
  const old = recipe[name];
  const at = randomInt(random, 0, old.length);
  const changes = [
    () => part(random, seeds),
    () => old + part(random, seeds),
    () => part(random, seeds) + old,
    () => old.slice(0, at) + part(random, seeds) + old.slice(at),
    () => old.slice(at),
    () => other[name],
    () => '',
    () => old + old,
    // A part that differs each time it is repeated cannot be written down; long ones stand in for it.
    () => part(random, seeds).repeat(randomInt(random, 2, 200)),
  ];
  const changed = { ...recipe, [name]: pickOne(random, changes)().slice(0, 2_000) };
  return changed.piece === '' && changed.second === '' ? { ...changed, piece: part(random, seeds) } : changed;
}

function part(random: Random, seeds: readonly string[]): string {
  return pickOne(random, random() < 0.3 && seeds.length > 0 ? seeds : fragments);
}
