import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import type { ProjectPage } from '#domain/contract/projects/projects.ts';
import { deleteSchedule, resetSchedule, type ScheduleAnswer } from '#domain/contract/schedules.ts';
import { isBusy } from '#domain/states/project.ts';
import { send } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import { patchState } from '../queries.ts';
import { texts } from '../texts.ts';
import type { AnyForm } from '../use-project-form.ts';

// The calendar is heavy and rarely needed.
const ScheduleDialog = fetchedPart(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog);

interface ScheduleMenuProps {
  data: ProjectPage;
  form: AnyForm;
}

/** Add, edit, delete and reset the schedule of a project. */
export function ScheduleMenu({ data, form }: ScheduleMenuProps) {
  const { id, schedule, status } = data.project;
  const [isOpen, setIsOpen] = useState(false);
  const keep = (answer: ScheduleAnswer | undefined) => {
    if (answer) patchState(id, answer);
  };
  const remove = async () =>
    keep(
      await attempt(() => send(deleteSchedule, { params: { id } }), {
        done: texts.scheduleDeleted,
        failed: texts.scheduleDeleteFailed,
      }),
    );
  const reset = async () =>
    keep(
      await attempt(() => send(resetSchedule, { params: { id } }), {
        done: texts.scheduleReset,
        failed: texts.scheduleResetFailed,
      }),
    );
  const items = [
    // A project that could not be saved must not be scheduled (D-PROJ-13).
    { key: 'edit', label: schedule ? 'Edit Schedule' : 'Add Schedule', onClick: () => form.check() && setIsOpen(true) },
    ...(schedule
      ? [
          { key: 'delete', label: 'Delete Schedule', onClick: () => void remove() },
          { key: 'reset', label: 'Reset Schedule', onClick: () => void reset() },
        ]
      : []),
  ];
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }} disabled={isBusy(status)}>
        <Button>
          Schedule <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      <ScheduleDialog open={isOpen} data={data} form={form} onSaved={keep} onClose={() => setIsOpen(false)} />
    </>
  );
}
