import { ThunderboltOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import { useState } from 'react';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { pageContainer } from '#web/ui/page-container.ts';
import { isOpen, useTasks } from './queries.ts';
import './tasks-button.css';

const TasksPanel = fetchedPart(async () => (await import('./tasks-panel.tsx')).TasksPanel);

/** Work in the background: how much there is, and a list of it. */
export function TasksButton() {
  const [isShown, setIsShown] = useState(false);
  const tasks = useTasks();
  const open = tasks.data?.tasks.filter(isOpen).length ?? 0;
  const name = open > 0 ? `Work in the background: ${open} under way` : 'Work in the background';
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isShown}
      onOpenChange={setIsShown}
      getPopupContainer={pageContainer}
      title="Work in the background"
      content={<TasksPanel open={isShown} tasks={tasks} onClose={() => setIsShown(false)} />}
    >
      <span className="tasks-button">
        <IconButton
          size="middle"
          label={name}
          aria-haspopup="dialog"
          aria-expanded={isShown}
          icon={<ThunderboltOutlined aria-hidden />}
        />
        {open > 0 && (
          <span className="tasks-count" aria-hidden="true">
            {open}
          </span>
        )}
      </span>
    </Popover>
  );
}
