import { ReloadOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useMemo, useState } from 'react';
import { seededRandom } from '#domain/rules/random.ts';
import { parseSpintax, renderSpin, type SpinNode } from '#domain/rules/spintax.ts';
import { sanitise } from '#web/lib/sanitise.ts';
import type { SpunFields } from './use-spin.ts';

interface PreviewDrawerProps {
  /** What is shown; null while the drawer is closed. */
  previewed: SpunFields | null;
  onClose: () => void;
}

/** One drawn version of the article; Refresh draws another. */
export function PreviewDrawer({ previewed, onClose }: PreviewDrawerProps) {
  const [draw, setDraw] = useState(0);
  const parsed = useMemo(
    () => previewed && { title: parseSpintax(previewed.title), body: parseSpintax(previewed.body) },
    [previewed],
  );
  const page = useMemo(() => (parsed ? previewPage(parsed, draw) : ''), [parsed, draw]);
  return (
    <Drawer
      open={previewed !== null}
      placement="top"
      size="100vh"
      title="Preview"
      onClose={onClose}
      destroyOnHidden
      styles={{ body: { padding: 0 } }}
      extra={
        <>
          <Button icon={<ReloadOutlined aria-hidden />} onClick={() => setDraw(draw + 1)} style={{ marginRight: 8 }}>
            Refresh
          </Button>
          <Button type="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {/* Sanitised, and without scripts and origin of its own: the text may come from anywhere (D-GEN-13). */}
      <iframe title="Preview of the article" sandbox="" srcDoc={page} style={frameStyle} />
    </Drawer>
  );
}

const frameStyle = {
  display: 'block',
  width: '100%',
  height: '100%',
  border: 0,
  background: 'var(--lw-paper)',
} as const;

function previewPage({ title, body }: Record<'title' | 'body', SpinNode[]>, draw: number): string {
  const random = seededRandom(`${draw} ${Date.now()}`);
  const text = sanitise(renderSpin(body, random).replaceAll('\n', '<br>'));
  // The tokens of this page do not reach into that of the frame.
  const ink = getComputedStyle(document.documentElement).getPropertyValue('--lw-paper-ink');
  const style = `body{max-width:760px;margin:32px auto;padding:0 24px;font:16px/1.65 Georgia,serif;color:${ink}}img{max-width:100%}`;
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><h1>${escapeHtml(renderSpin(title, random))}</h1>${text}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter] ?? letter);
}
