import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, Radio } from 'antd';
import { useState } from 'react';
import type { ProjectPage } from '#domain/contract/projects/projects.ts';
import { deleteSchedule, resetSchedule, type ScheduleAnswer } from '#domain/contract/schedules.ts';
import { isBusy, stateTexts } from '#domain/states/project.ts';
import { send } from '#web/lib/call.ts';
import { askFirst, attempt, toast } from '#web/lib/notices.ts';
import { fetchedPart } from '#web/ui/fetched-part.tsx';
import { patchState } from '../queries.ts';
import { texts } from '../texts.ts';
import type { AnyForm } from '../use-project-form.ts';

// The calendar is heavy and rarely needed.
const ScheduleDialog = fetchedPart(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog);

/** The question of a start of what is COMPLETED (D-ENG-27), before its schedule begins afresh. */
function askHow(reset: (again: boolean) => Promise<void>): void {
  let again = false;
  const options = [
    { value: false, label: stateTexts.againNo },
    { value: true, label: stateTexts.againYes },
  ];
  const content = (
    <Radio.Group
      vertical
      defaultValue={again}
      options={options}
      onChange={(event) => {
        again = event.target.value === true;
      }}
    />
  );
  askFirst({ title: stateTexts.again, content, okText: 'Reset Schedule', onOk: () => reset(again) });
}

interface ScheduleMenuProps {
  data: ProjectPage;
  form: AnyForm;
}

/**
 * Add, edit, delete and reset the schedule of a project: the button, and the dialog, which stands elsewhere since the button
 * moves into another menu on phones and would take it along.
 */
export function useScheduleMenu({ data, form }: ScheduleMenuProps) {
  const { id, schedule, status } = data.project;
  const [isOpen, setIsOpen] = useState(false);
  const keep = (answer: ScheduleAnswer | undefined) => {
    if (answer) patchState(id, answer);
  };
  const remove = async () => {
    const work = () => send(deleteSchedule, { params: { id } });
    const answer = await attempt(work, { failed: texts.scheduleDeleteFailed });
    if (!answer) return;
    const { changed, ...state } = answer;
    keep(state);
    if (changed) toast.success(texts.scheduleDeleted);
    else toast.info(texts.scheduleGone);
  };
  const reset = async (again = false) =>
    keep(
      await attempt(() => send(resetSchedule, { params: { id }, query: { again } }), {
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
          {
            key: 'reset',
            label: 'Reset Schedule',
            onClick: () => (status === 'COMPLETED' ? askHow(reset) : void reset()),
          },
        ]
      : []),
  ];
  return {
    button: (
      <Dropdown trigger={['click']} menu={{ items }} disabled={isBusy(status)}>
        <Button>
          Schedule <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
    ),
    dialog: <ScheduleDialog open={isOpen} data={data} form={form} onSaved={keep} onClose={() => setIsOpen(false)} />,
  };
}
