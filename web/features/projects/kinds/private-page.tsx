import { type KindPageProps, ProjectFrame, useEditing } from '../frame/project-frame.tsx';
import { postingPanes } from './posting-panes.tsx';
import { PrivateSource } from './private-source.tsx';

const crumbs = { campaign: 'Campaign', project: 'Project' };

/** A private project: as a posting one, with a private network instead of campaign and profile. */
export function PrivatePage(props: KindPageProps<'private'>) {
  const { data } = props;
  const editing = useEditing('private', props, 'general');
  const { form } = editing;
  const source = <PrivateSource data={data} form={form} />;
  return (
    <ProjectFrame data={data} editing={editing} panes={postingPanes({ ...props, form, source })} crumbs={crumbs} />
  );
}
