import { Alert, Descriptions, Tag } from 'antd';
import { useMemo } from 'react';
import type { ShownPost } from '#domain/contract/previews.ts';
import { planWord } from '#domain/rules/planned-posts.ts';
import { sanitise } from '#web/lib/sanitise.ts';

/** A composed post: what would stop it, what its editor would set, and its page with links and images marked. */
export function ShownPostView({ post }: { post: ShownPost }) {
  const page = useMemo(() => pageOf(post), [post]);
  const stops = post.findings.filter((one) => one.stops);
  const notes = post.findings.filter((one) => !one.stops);
  return (
    <>
      {stops.length > 0 && <Words type="error" title="This post would not be sent" found={stops} />}
      {notes.length > 0 && <Words type="warning" title="Worth a look" found={notes} />}
      {post.findings.length === 0 && <Alert type="success" showIcon title="Nothing keeps this post from being sent" />}
      <Descriptions column={1} size="small" style={{ margin: '16px 0' }} items={factsOf(post)} />
      {/* Sanitised, and without scripts and origin of its own: the text may come from anywhere (D-GEN-13). */}
      <iframe title={`Post "${post.title}"`} sandbox="" srcDoc={page} style={frameStyle} />
    </>
  );
}

interface WordsProps {
  type: 'error' | 'warning';
  title: string;
  found: ShownPost['findings'];
}

function Words({ type, title, found }: WordsProps) {
  const description = (
    <ul style={{ margin: 0, paddingInlineStart: 18 }}>
      {found.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
  return <Alert type={type} showIcon title={title} description={description} style={{ marginBottom: 12 }} />;
}

function factsOf({ tags, slug, category, excerpt, isDraft, publishAt, links }: ShownPost) {
  const fact = (label: string, value: string | null) => (value ? [{ key: label, label, children: value }] : []);
  const tagList = tags.map((tag) => <Tag key={tag}>{tag}</Tag>);
  const placed = links.map(({ anchor, url, rel }) => (
    <div key={`${url} ${anchor}`}>
      {anchor}: {url}
      {rel && <Tag style={{ marginInlineStart: 8 }}>{rel}</Tag>}
    </div>
  ));
  return [
    ...(links.length > 0 ? [{ key: 'links', label: 'Links', children: <div>{placed}</div> }] : []),
    ...(tags.length > 0 ? [{ key: 'tags', label: 'Tags', children: <div>{tagList}</div> }] : []),
    ...fact('Address', slug),
    ...fact('Category', category),
    ...fact('Excerpt', excerpt),
    ...fact('Status', isDraft ? 'Draft' : publishAt && planWord(publishAt)),
  ];
}

const frameStyle = {
  display: 'block',
  width: '100%',
  height: '70vh',
  border: '1px solid var(--ant-color-border-secondary)',
  borderRadius: 8,
  background: 'var(--lw-paper)',
} as const;

function pageOf({ title, html, links, featured }: ShownPost): string {
  const { body } = new DOMParser().parseFromString(sanitise(html), 'text/html');
  const placed = new Set(links.map(({ url }) => url));
  for (const anchor of body.querySelectorAll('a'))
    if (placed.has(anchor.getAttribute('href') ?? '')) anchor.className = 'placed';
  const head = body.ownerDocument.createElement('h1');
  head.textContent = title;
  body.prepend(head);
  if (featured) {
    const image = body.ownerDocument.createElement('img');
    Object.assign(image, { src: featured.url, alt: featured.alt });
    body.prepend(image);
  }
  // The tokens of this page do not reach into that of the frame.
  const own = getComputedStyle(document.documentElement);
  const [ink, mark] = [own.getPropertyValue('--lw-paper-ink'), own.getPropertyValue('--lw-mark')];
  const style = `body{margin:24px auto;max-width:720px;padding:0 20px;font:16px/1.65 Georgia,serif;color:${ink};overflow-wrap:anywhere}
a.placed{color:${mark};font-weight:600;outline:2px solid ${mark};outline-offset:2px;border-radius:3px}
img{max-width:100%;outline:2px dashed ${mark};outline-offset:2px}`;
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><body dir="auto">${body.innerHTML}`;
}
