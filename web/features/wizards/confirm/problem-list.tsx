import { Button, Modal } from 'antd';
import type { WizardProblem } from '#domain/contract/wizard-plan.ts';
import { worded } from '#web/ui/worded.tsx';
import { wordsOf } from '../editor/place.ts';

interface ProblemListProps {
  problems: readonly WizardProblem[];
  onMend: (problem: WizardProblem) => void;
}

/** All that keeps a campaign from being created, each thing a way to where it is mended. */
export function ProblemList({ problems, onMend }: ProblemListProps) {
  return (
    <ul className="problem-list">
      {problems.map((problem) => (
        <li key={JSON.stringify(problem)}>
          <Button type="link" onClick={() => onMend(problem)}>
            {wordsOf(problem)}: {worded(problem.message)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface ErrorDialogProps {
  problems: readonly WizardProblem[] | null;
  onMend: (problem: WizardProblem) => void;
  onClose: () => void;
}

/** What the server found when the campaign was to be created. */
export function ErrorDialog({ problems, onMend, onClose }: ErrorDialogProps) {
  return (
    <Modal open={problems !== null} title="Error" footer={<Button onClick={onClose}>Close</Button>} onCancel={onClose}>
      <ProblemList
        problems={problems ?? []}
        onMend={(problem) => {
          onClose();
          onMend(problem);
        }}
      />
    </Modal>
  );
}
