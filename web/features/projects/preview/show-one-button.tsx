import { EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, useState } from 'react';
import { WhenOpened } from '#web/ui/when-opened.tsx';
import type { PostingForm } from '../use-project-form.ts';

const ShowOneDrawer = lazy(async () => ({ default: (await import('./show-one-drawer.tsx')).ShowOneDrawer }));

/** Shows a post of the saved project as it would be sent; while editing there is nothing saved to show. */
export function ShowOneButton({ projectId, form }: { projectId: number; form: PostingForm }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        icon={<EyeOutlined aria-hidden />}
        disabled={form.isEditing}
        title={form.isEditing ? 'Save the project first' : undefined}
        onClick={() => setIsOpen(true)}
      >
        Show me one
      </Button>
      <WhenOpened open={isOpen}>
        <ShowOneDrawer open={isOpen} projectId={projectId} form={form} onClose={() => setIsOpen(false)} />
      </WhenOpened>
    </>
  );
}
