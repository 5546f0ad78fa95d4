import { ReloadOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useMemo, useState } from 'react';
import { seededRandom } from '#domain/rules/random.ts';
import { spin } from '#domain/rules/spintax.ts';
import { sanitise } from '#web/lib/sanitise.ts';

interface PreviewDrawerProps {
  open: boolean;
  title: string;
  body: string;
  onClose: () => void;
}

/** One drawn version of the article; Refresh draws another. */
export function PreviewDrawer({ open, title, body, onClose }: PreviewDrawerProps) {
  const [draw, setDraw] = useState(0);
  const page = useMemo(() => (open ? previewPage(title, body, draw) : ''), [open, title, body, draw]);
  return (
    <Drawer
      open={open}
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

function previewPage(title: string, body: string, draw: number): string {
  const random = seededRandom(`${draw} ${Date.now()}`);
  const text = sanitise(spin(body, random).replaceAll('\n', '<br>'));
  // The tokens of this page do not reach into that of the frame.
  const ink = getComputedStyle(document.documentElement).getPropertyValue('--lw-paper-ink');
  const style = `body{max-width:760px;margin:32px auto;padding:0 24px;font:16px/1.65 Georgia,serif;color:${ink}}img{max-width:100%}`;
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><h1>${escapeHtml(spin(title, random))}</h1>${text}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter] ?? letter);
}
