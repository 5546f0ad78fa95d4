import { isBusy, type ProjectStatus, statusColour } from '#domain/states/project.ts';
import { ToneTag } from './status-tag.tsx';

/** A project's status in the colour of the table in domain/states. */
export function ProjectStatusTag({ status }: { status: ProjectStatus }) {
  return (
    <ToneTag tone={statusColour(status)} isBusy={isBusy(status)}>
      {status.replaceAll('_', ' ')}
    </ToneTag>
  );
}
