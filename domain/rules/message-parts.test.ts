import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { messageParts, plainMessage } from './message-parts.ts';

const text = (words: string) => ({ kind: 'text' as const, text: words });

describe('the markup of a message', () => {
  it('becomes words, strong words, lines, and ways to our own pages', () => {
    expect(
      messageParts('<p>Please <b>fix</b> it<br/>in <a href="/project/7?tab=sites&amp;x=1">the project</a>.</p>'),
    ).toEqual([
      text('Please '),
      { kind: 'strong', text: 'fix' },
      text(' it'),
      { kind: 'break' },
      text('in '),
      { kind: 'link', text: 'the project', path: '/project/7?tab=sites&x=1' },
      text('.'),
    ]);
  });

  test.each([
    'http://evil.test/',
    '//evil.test/',
    '/\\evil.test',
    '/../x',
    'javascript:alert(1)',
    'java&#115;cript:alert(1)',
    '/rest/campaigns',
    '/action/start/project/1',
    '',
  ])('is no way to %s', (href) => {
    expect(messageParts(`See <a href="${href}" onclick="x()">this</a>`)).toEqual([text('See '), text('this')]);
  });

  test.each([
    ['Less < more & more > less'],
    ['The title <title> is not one of ours'],
    ['<script>alert(1)</script>'],
    ['<abbr>no</abbr>'],
  ])('leaves %s as it is', (message) => {
    expect(messageParts(message)).toEqual([text(message)]);
  });

  it('reads names of letters once: a shown &amp;lt; is no tag', () => {
    expect(messageParts('a &lt;b&gt; &amp;lt; c')).toEqual([text('a <b> &lt; c')]);
  });

  it('loses no word of what has no markup, and never leads elsewhere', () => {
    fc.assert(
      fc.property(fc.string(), (message) => {
        const parts = messageParts(message);
        for (const part of parts) if (part.kind === 'link') expect(part.path).toMatch(/^\/(?!\/)/);
        if (!/[<&]/.test(message)) expect(parts).toEqual(message === '' ? [] : [text(message)]);
      }),
    );
  });
});

describe('the words of a message alone', () => {
  it('are without its marks, a break being a space', () => {
    expect(plainMessage('<b>403</b> &lt;no&gt;<br>See <a href="/accounts/1">accounts</a>')).toBe(
      '403 <no> See accounts',
    );
  });
  it('are the message where it has no marks', () => {
    expect(plainMessage('Retry 1 of 3')).toBe('Retry 1 of 3');
  });
});
