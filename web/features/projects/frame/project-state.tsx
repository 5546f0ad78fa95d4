import { ExclamationCircleOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { ProjectPage } from '#domain/contract/projects/projects.ts';
import { readLastError } from '#domain/contract/projects/row.ts';
import { describeSchedule } from '#domain/rules/schedule-wording.ts';
import { showWire } from '#web/lib/dates.ts';
import { ProjectStatusTag } from '#web/ui/project-status-tag.tsx';
import { worded } from '#web/ui/worded.tsx';

/** Status, errors, schedule and how far the confirmation by mail is, in one line. */
export function ProjectState({ project, siblings }: Pick<ProjectPage, 'project' | 'siblings'>) {
  const errors = readLastError(project.lastError);
  const progress = 'verificationInfo' in project ? project.verificationInfo.status : null;
  const [isOpen, setIsOpen] = useState(false);
  const nameOf = (id: number) => siblings.find((row) => row.id === id)?.name;
  return (
    <div className="project-state">
      <span className="quiet">Project Status</span>
      <span role="status">
        <ProjectStatusTag status={project.status} />
      </span>
      {errors.length > 0 && (
        <Button danger size="small" icon={<ExclamationCircleOutlined aria-hidden />} onClick={() => setIsOpen(true)}>
          View Error
        </Button>
      )}
      {progress !== null && <span role="status">Mail: {progress}</span>}
      {project.schedule && <span>{describeSchedule(project.schedule, showWire, nameOf)}</span>}
      <Modal
        open={isOpen}
        title="Error"
        okText="Close"
        onOk={() => setIsOpen(false)}
        onCancel={() => setIsOpen(false)}
        cancelButtonProps={{ style: { display: 'none' } }}
      >
        {errors.map((message) => (
          <p key={message}>{worded(message)}</p>
        ))}
      </Modal>
    </div>
  );
}
