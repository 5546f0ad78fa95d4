import { describe, expect, it } from 'vitest';
import { htmlToText } from './html-to-text.ts';
import { shallowHtml } from './shallow-html.ts';

describe('shallowHtml', () => {
  it.each([
    '',
    'text & <b>bold</b>',
    '<p>a<p>b<ul><li>c<li>d</ul>',
    '<img src="a>b"><br><hr/></p></b>',
    '<p title="<p>">unended <b',
    '<li>x'.repeat(5_000),
    '<p>x'.repeat(5_000),
    `<table>${'<tr><td>x'.repeat(5_000)}`,
    '<p>x</p>'.repeat(5_000),
    '<br>x'.repeat(5_000),
  ])('leaves %.30s as it is', (html) => {
    expect(shallowHtml(html)).toBe(html);
  });

  it('leaves out what lies too deep, and keeps its text', () => {
    const html = `${'<div>'.repeat(1_000)}<a href="x">deep</a>${'</div>'.repeat(1_000)}<p>after</p>`;
    const shallow = shallowHtml(html);
    expect(shallow).toBe(`${'<div>'.repeat(200)}deep${'</div>'.repeat(200)}<p>after</p>`);
    expect(htmlToText(html)).toBe('deep\n\nafter');
  });

  it('leaves out the ends of what was left out, also where nothing is closed', () => {
    expect(shallowHtml(`${'<b></c>'.repeat(300)}x`)).toBe(`${'<b></c>'.repeat(200)}${'</c>'.repeat(100)}x`);
    expect(shallowHtml(`${'<i>'.repeat(201)}x</i>y</i`)).toBe(`${'<i>'.repeat(200)}xy</i`);
  });
});
