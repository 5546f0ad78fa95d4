import { IndexerFields } from '#web/ui/indexer-fields.tsx';
import { SubmissionList } from '../sites/submission-list.tsx';
import type { PostingForm } from '../use-project-form.ts';

interface IndexerTabProps {
  projectId: number;
  form: PostingForm;
}

/** Tab Indexer: services that are told of the new pages, and how far they are. */
export function IndexerTab({ projectId, form }: IndexerTabProps) {
  return (
    <div className="panel project-form">
      <IndexerFields
        value={form.value}
        disabled={!form.isEditing}
        problem={form.problemAt('indexers')}
        onChange={form.change}
      />
      <SubmissionList projectId={projectId} />
    </div>
  );
}
