import { Alert, Button } from 'antd';
import type { ProjectPage } from '#domain/contract/projects/projects.ts';
import type { ProjectTab } from '#domain/contract/projects/rules.ts';
import { plainMessage } from '#domain/rules/message-parts.ts';
import { isBusy } from '#domain/states/project.ts';
import { texts } from '../texts.ts';
import type { AnyForm } from '../use-project-form.ts';

interface ProjectNeedsProps {
  status: ProjectPage['project']['status'];
  form: AnyForm;
  tabName: (tab: ProjectTab) => string;
}

/** What a stored project lacks for a start, each with the way to its field. */
export function ProjectNeeds({ status, form, tabName }: ProjectNeedsProps) {
  if (form.isEditing || form.needs.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="project-needs"
      title={texts.needs}
      description={
        <ul>
          {form.needs.map((need) => (
            <li key={`${need.tab} ${need.field} ${need.message}`}>
              <Button type="link" size="small" disabled={isBusy(status)} onClick={() => form.goTo(need)}>
                {tabName(need.tab)}: {plainMessage(need.message)}
              </Button>
            </li>
          ))}
        </ul>
      }
    />
  );
}
