import { EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import type { PostingForm } from '../use-project-form.ts';

const ShowOneDrawer = fetchedPart(async () => (await import('./show-one-drawer.tsx')).ShowOneDrawer);

/**
 * Shows a post of the saved project as it would be sent; while editing there is nothing saved to show. The drawer stands
 * elsewhere than its button, which moves into a menu on phones.
 */
export function useShowOne(projectId: number, form: PostingForm) {
  const [isOpen, setIsOpen] = useState(false);
  return {
    button: (
      <Button
        icon={<EyeOutlined aria-hidden />}
        disabled={form.isEditing}
        title={form.isEditing ? 'Save the project first' : undefined}
        onClick={() => setIsOpen(true)}
      >
        Show me one
      </Button>
    ),
    drawer: <ShowOneDrawer open={isOpen} projectId={projectId} form={form} onClose={() => setIsOpen(false)} />,
  };
}
