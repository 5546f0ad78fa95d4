import { MailOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { type ProjectPage, startVerifying, stopVerifying } from '#domain/contract/projects/projects.ts';
import { canStopVerifying, nextStatus } from '#domain/states/project.ts';
import { send } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { patchState } from './queries.ts';
import { texts } from './texts.ts';

interface VerifyButtonProps {
  project: ProjectPage<'account'>['project'];
  isEditing: boolean;
}

/** Verify mail, or Stop verifying (1-core section 4). */
export function VerifyButton({ project: { id, status }, isEditing }: VerifyButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const isStop = canStopVerifying(status);
  const run = async () => {
    setIsAsking(true);
    const answer = await attempt(() => send(isStop ? stopVerifying : startVerifying, { params: { id } }), {
      failed: isStop ? texts.stopVerifyFailed : texts.verifyFailed,
    });
    if (answer) patchState(id, answer);
    setIsAsking(false);
  };
  return (
    <Button
      danger={isStop}
      icon={<MailOutlined aria-hidden />}
      loading={isAsking}
      disabled={isEditing || !(isStop || nextStatus(status, 'verify') !== null)}
      onClick={() => void run()}
    >
      {isStop ? 'Stop verifying' : 'Verify mail'}
    </Button>
  );
}
