import { Button, Drawer, Segmented } from 'antd';
import { useState } from 'react';

/** A page of a preview. */
export interface PreviewPage {
  path: string;
  html: string;
}

const names: Record<string, string> = { 'index.html': 'Home', 'about.html': 'About', 'contact.html': 'Contact' };

/** The pages of a blog, one at a time (D-BLOG-01). */
export function BlogPreview({ pages, onClose }: { pages: PreviewPage[] | null; onClose: () => void }) {
  const [chosen, setChosen] = useState('index.html');
  const page = pages?.find(({ path }) => path === chosen) ?? pages?.[0];
  return (
    <Drawer
      open={pages !== null}
      placement="top"
      size="100vh"
      title="Preview"
      onClose={onClose}
      destroyOnHidden
      styles={{ body: { padding: 0 } }}
      extra={
        <Button type="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="blog-preview">
        <Segmented
          aria-label="Page"
          value={page?.path ?? ''}
          options={(pages ?? []).map(({ path }) => ({ value: path, label: names[path] ?? 'Post' }))}
          onChange={setChosen}
        />
        {/* Without scripts and origin of its own: the text may come from anywhere (D-GEN-13). */}
        <iframe title="Page of the blog" sandbox="" srcDoc={page?.html ?? ''} className="blog-frame" />
      </div>
    </Drawer>
  );
}
