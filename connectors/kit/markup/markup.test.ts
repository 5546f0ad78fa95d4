import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, htmlToText } from '../html-to-text.ts';
import { toMarkup } from './to-markup.ts';

describe('wikitext', () => {
  it.each([
    ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['<h2>A = b</h2><h3>C</h3><h4>D</h4>', '== A &#61; b ==\n\n=== C ===\n\n==== D ===='],
    ['<p><strong>bold</strong> and <em>soft</em></p>', "'''bold''' and ''soft''"],
    ['<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul><p>d</p>', '* a\n* b\n*# c\n\nd'],
    ['<p>See <a href="https://x.test/?a=1&amp;b=2">here</a>.</p>', 'See [https://x.test/?a=1&b=2 here].'],
    ['<p><a href="https://x.test/a b[1]">x]y</a></p>', '[https://x.test/a%20b%5B1%5D x&#93;y]'],
    ['<p><a href="https://x.test/"><img src="i.png" alt="A view"></a></p>', '[https://x.test/ A view]'],
    ['<p><a href="/local">stays text</a></p>', 'stays text'],
    ['<p><img src="https://x.test/i.png"></p>', ''],
    ['<blockquote><p>Said</p></blockquote><p>x</p>', '<blockquote>\nSaid\n</blockquote>\nx'],
    ['<p>a<br>b</p>', 'a<br />b'],
    [
      "<p>it's ''not'' {{x}} [[y]] ~~~~ __TOC__ &lt;b&gt; a|b</p>",
      "it's &#39;&#39;not&#39;&#39; &#123;&#123;x&#125;&#125; &#91;&#91;y&#93;&#93; &#126;&#126;&#126;&#126; &#95;&#95;TOC&#95;&#95; &lt;b&gt; a&#124;b",
    ],
    ['<p>* no list</p><p>= no head =</p><p>---- no rule</p>', '&#42; no list\n\n&#61; no head =\n\n&#45;--- no rule'],
    ['<p>white \n\t space</p>', 'white space'],
  ])('%s', (html, wikitext) => {
    expect(toMarkup(html, 'wikitext')).toBe(wikitext);
  });

  it('lets no text become markup', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '|', '<', '>', "'", '~', '_', '=', '*', '#', 'a', ' ') }),
        (text) => {
          const html = `<p>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')}</p>`;
          const wikitext = toMarkup(html, 'wikitext');
          expect(wikitext).not.toMatch(/[[\]{}|<>]|''|~~~|__|^[*#=]/);
        },
      ),
    );
  });
});

describe('markup of DokuWiki', () => {
  it.each([
    ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['<h2>A = b</h2><h3>C == d</h3><h4>D</h4>', '===== A = b =====\n\n==== C   d ====\n\n=== D ==='],
    ['<p><strong>bold</strong> and <em>soft</em></p>', '**bold** and //soft//'],
    ['<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul><p>d</p>', '  * a\n  * b\n    - c\n\nd'],
    ['<p>See <a href="https://x.test/?a=1&amp;b=2">here</a>.</p>', 'See [[https://x.test/?a=1&b=2|here]].'],
    ['<p><a href="https://x.test/a b[1]">x]y **z**</a></p>', '[[https://x.test/a%20b%5B1%5D|x)y **z**]]'],
    ['<p><a href="https://x.test/"><strong>bold</strong></a></p>', '[[https://x.test/|bold]]'],
    ['<p><a href="https://x.test/"><img src="i.png" alt="A view"></a></p>', '[[https://x.test/|A view]]'],
    ['<h2>See <a href="https://x.test/">here</a></h2>', '**See [[https://x.test/|here]]**'],
    [
      '<h2><strong>One</strong> ** <a href="https://x.test/**a">here</a></h2>',
      '**One %%**%% [[https://x.test/**a|here]]**',
    ],
    ['<blockquote><p>Said</p></blockquote><p>x</p>', '> Said\n\nx'],
    ['<p>a<br>b</p>', 'a\\\\ b'],
    [
      "<p>it's ''not'' {{x}} [[y]] ~~NOTOC~~ &lt;b&gt; a|b 10% %%c%% https://d.test/e</p>",
      "it's %%''%%not%%''%% %%{{%%x%%}}%% %%[[%%y%%]]%% %%~~%%NOTOC%%~~%% %%<%%b> a%%|%%b 10% <nowiki>%%</nowiki>c<nowiki>%%</nowiki> https://d.test/e",
    ],
    ['<p>&gt; no quote</p><p>---- no rule</p>', '%%>%% no quote\n\n%%----%% no rule'],
    ['<p>*&#42;a <strong>*b*</strong></p>', '%%**%%a **%%*%%b%%*%%**'],
  ])('%s', (html, text) => {
    expect(toMarkup(html, 'dokuwiki')).toBe(text);
  });
});

describe('Textile', () => {
  it.each([
    ['<h2>A = b</h2><p>One</p><p>Two<br>lines</p>', 'h2. A = b\n\nOne\n\nTwo\nlines'],
    ['<p><strong>bold</strong> and <em>soft</em></p>', '*bold* and _soft_'],
    ['<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul><p>d</p>', '* a\n* b\n*# c\n\nd'],
    ['<blockquote><p>said</p></blockquote>', '> said'],
    ['<p>See <a href="https://x.test/?a=1&amp;b=2">here</a>.</p>', 'See "here":https://x.test/?a=1&b=2.'],
    [
      '<p><a href="https://x.test/a">a "b" (c)</a>s</p>',
      '"a &#34;b&#34; &#40;c)":https://x.test/a<notextile></notextile>s',
    ],
    ['<p>(<a href="https://x.test/a.">x</a>)</p>', '&#40;"x":https://x.test/a%2E<notextile></notextile>)'],
    ['<p>h1. no heading</p><p># no list</p><p>---</p>', 'h1&#46; no heading\n\n&#35; no list\n\n&#45;&#45;&#45;'],
    [
      '<p>a-b _c_ *d* 5 - 3 [[e]] {{f}} &lt;b&gt; &amp;amp;</p>',
      'a-b &#95;c_ &#42;d* 5 - 3 &#91;&#91;e]] &#123;&#123;f}} &#60;b&#62; &#38;amp;',
    ],
  ])('%s', (html, text) => {
    expect(toMarkup(html, 'textile')).toBe(text);
  });
});

describe('Markdown', () => {
  it.each([
    ['<h2>A <em>b</em></h2><p>One</p><p>Two<br>lines</p>', '## A b\n\nOne\n\nTwo  \nlines'],
    ['<p><strong>bold</strong> and <em>soft</em></p>', '**bold** and *soft*'],
    ['<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul><p>d</p>', '- a\n- b\n    1. c\n\nd'],
    ['<p><a href="https://x.test/(a)_b_">a [b]</a>s</p>', '[a &#91;b&#93;](<https://x.test/(a)_b_>)s'],
    ['<p>1. no list</p><p># no heading</p><p>--- no rule</p>', '1&#46; no list\n\n&#35; no heading\n\n&#45;-- no rule'],
    [
      '<p>_a_ *b* [[c]] &lt;b&gt; 2 * 3</p>',
      '&#95;a&#95; &#42;b&#42; &#91;\u2060&#91;c&#93;&#93; &#60;b&#62; 2 &#42; 3',
    ],
  ])('%s', (html, text) => {
    expect(toMarkup(html, 'markdown')).toBe(text);
  });
});

describe('htmlToText', () => {
  it.each([
    ['<h2>T</h2><p>One &amp; two</p>', 'T\n\nOne & two'],
    ['<ul><li>a</li><li>b</li></ul><p>c</p>', '- a\n- b\n\nc'],
    ['<p>a<br>b <a href="https://x.test">link</a></p>', 'a\nb link'],
  ])('%s', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it('cuts at a word', () => {
    expect(cutText('one two three', 9)).toBe('one two…');
    expect(cutText('short', 9)).toBe('short');
  });
});
