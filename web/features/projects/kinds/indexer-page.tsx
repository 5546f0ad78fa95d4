import { Field } from '#web/ui/field.tsx';
import { SetUpLink } from '#web/ui/indexer-fields.tsx';
import { ViewedSelect } from '#web/ui/viewed-select.tsx';
import { type KindPageProps, ProjectFrame, useEditing } from '../frame/project-frame.tsx';
import { SitesTab } from '../sites/sites-tab.tsx';

/** An indexer project: the link set to be indexed, and the services that are told of it. */
export function IndexerPage(props: KindPageProps<'indexer'>) {
  const { data, runs } = props;
  const editing = useEditing('indexer', props, 'general');
  const { form } = editing;
  const pane = (
    <>
      <div className="panel project-form project-head">
        <Field id="linkSetId" label="Link set to be indexed" problem={form.problemAt('linkSetId')}>
          <ViewedSelect
            id="linkSetId"
            what="link set"
            value={form.value.linkSetId}
            rows={data.urlLists ?? []}
            disabled={!form.isEditing}
            path="/url_list/"
            onChange={(linkSetId) => form.change({ linkSetId })}
          />
        </Field>
        <SetUpLink />
      </div>
      <SitesTab projectId={data.project.id} runs={runs} form={form} />
    </>
  );
  return <ProjectFrame data={data} editing={editing} panes={[{ tab: 'general', label: 'General', pane }]} />;
}
