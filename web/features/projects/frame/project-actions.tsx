import { CaretRightOutlined, EditOutlined, PauseOutlined, SaveOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { type ReactNode, useState } from 'react';
import { profileModules } from '#domain/contract/modules.ts';
import { type ProjectPage, startProject, stopProject } from '#domain/contract/projects/projects.ts';
import { canStart, canStop, isBusy, stateTexts } from '#domain/states/project.ts';
import { send } from '#web/lib/call.ts';
import { askFirst, attempt, toast } from '#web/lib/notices.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { pageContainer } from '#web/ui/page-container.ts';
import { patchState } from '../queries.ts';
import { useScheduleMenu } from '../schedule/use-schedule-menu.tsx';
import { texts } from '../texts.ts';
import type { AnyForm } from '../use-project-form.ts';

interface ProjectActionsProps {
  data: ProjectPage;
  form: AnyForm;
  /** Buttons of one kind, beside Start. */
  children?: ReactNode;
}

/** Edit or Save, Cancel, Start or Stop, Schedule. */
export function ProjectActions({ data, form, children }: ProjectActionsProps) {
  const { status } = data.project;
  const schedule = useScheduleMenu({ data, form });
  const start = <StartButton project={data.project} isEditing={form.isEditing} isWhole={form.needs.length === 0} />;
  const saving = (
    <>
      <Button
        type="primary"
        icon={<SaveOutlined aria-hidden />}
        loading={form.isSaving}
        disabled={isBusy(status)}
        onClick={() => void form.save()}
      >
        Save
      </Button>
      <Button disabled={form.isSaving} onClick={form.cancel}>
        Cancel
      </Button>
    </>
  );
  return (
    <>
      <ActionBar main={form.isEditing ? saving : start}>
        {form.isEditing ? (
          start
        ) : (
          <Button icon={<EditOutlined aria-hidden />} disabled={isBusy(status)} onClick={form.edit}>
            Edit
          </Button>
        )}
        {children}
        {schedule.button}
      </ActionBar>
      {schedule.dialog}
    </>
  );
}

// The fixed pause before start and stop (1-core section 9).
const pauseMs = 1_000;

interface StartButtonProps {
  project: ProjectPage['project'];
  isEditing: boolean;
  /** Nothing is missing for a start. */
  isWhole: boolean;
}

function StartButton({ project, isEditing, isWhole }: StartButtonProps) {
  const { id, status } = project;
  const [isAsking, setIsAsking] = useState(false);
  const isStop = canStop(status);
  const run = async (again = false) => {
    setIsAsking(true);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const work = () =>
      isStop ? send(stopProject, { params: { id } }) : send(startProject, { params: { id }, query: { again } });
    const answer = await attempt(work, { failed: isStop ? texts.stopFailed : texts.startFailed });
    if (answer) {
      const { changed, ...state } = answer;
      patchState(id, state);
      if (!changed) toast.info(texts.wasStopped);
    }
    setIsAsking(false);
  };
  const isTelling = project.module === 'Indexer';
  const isProfile = profileModules.includes(project.module);
  const askAgain = () =>
    askFirst({
      title: isTelling ? stateTexts.tellAgain : stateTexts.again,
      content: isTelling ? texts.againServices : isProfile ? texts.againProfiles : texts.againHint,
      okText: isTelling ? 'Tell again' : 'Post again',
      onOk: () => void run(true),
    });
  const isScheduled = status === 'SCHEDULED';
  const button = (
    <Button
      type={isStop || isEditing ? 'default' : 'primary'}
      danger={isStop}
      icon={isStop ? <PauseOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
      loading={isAsking}
      disabled={isEditing || !(isStop || isScheduled || (canStart(status) && isWhole))}
      title={isStop || isEditing || isWhole ? undefined : texts.needs}
      {...(isScheduled ? {} : { onClick: () => (status === 'COMPLETED' ? askAgain() : void run()) })}
    >
      {isStop ? 'Stop' : 'Start'}
    </Button>
  );
  if (!isScheduled || isEditing) return button;
  return (
    <Popover getPopupContainer={pageContainer} trigger="click" title={texts.cannotStart} content={stateTexts.scheduled}>
      {button}
    </Popover>
  );
}
