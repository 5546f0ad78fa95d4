import type { ProjectPage } from '#domain/contract/projects/projects.ts';
import { asksAgain, type ScheduleAnswer, type ScheduleInput, saveSchedule } from '#domain/contract/schedules.ts';
import { send } from '#web/lib/call.ts';
import { toast } from '#web/lib/notices.ts';
import { ScheduleForm } from '#web/ui/schedule-form.tsx';
import { texts } from '../texts.ts';
import type { AnyForm } from '../use-project-form.ts';

interface ScheduleDialogProps {
  open: boolean;
  data: ProjectPage;
  form: AnyForm;
  onSaved: (answer: ScheduleAnswer) => void;
  onClose: () => void;
}

/** When a project starts. */
export function ScheduleDialog({ open, data, form, onSaved, onClose }: ScheduleDialogProps) {
  const { project, siblings } = data;
  const submit = async (schedule: ScheduleInput) => {
    // Unsaved edits go first; without them the schedule would start something else (D-SCHED-06).
    if (form.isEditing && !(await form.save())) return false;
    const body = { status: 'SCHEDULED', schedule };
    onSaved(await send(saveSchedule, { params: { id: project.id }, body }));
    toast.success(texts.scheduled);
    return true;
  };
  return (
    <ScheduleForm
      open={open}
      title="Add Edit Schedule"
      okText="Create"
      schedule={project.schedule}
      isPrivate={form.kind === 'private'}
      nDone={asksAgain(project) ? 1 : 0}
      others={siblings.filter((row) => row.id !== project.id)}
      failed={texts.scheduleFailed}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
