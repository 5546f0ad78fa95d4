import { type KindPageProps, ProjectFrame, useEditing } from '../frame/project-frame.tsx';
import { useShowOne } from '../preview/use-show-one.tsx';
import { postingPanes } from './posting-panes.tsx';
import { PostingSource } from './posting-source.tsx';

/** A posting project: five tabs. */
export function PostingPage(props: KindPageProps<'posting'>) {
  const editing = useEditing('posting', props, 'general');
  const { form } = editing;
  const showOne = useShowOne(props.data.project.id, form);
  const source = <PostingSource data={props.data} form={form} />;
  return (
    <>
      <ProjectFrame
        data={props.data}
        editing={editing}
        panes={postingPanes({ ...props, form, source })}
        actions={showOne.button}
      />
      {showOne.drawer}
    </>
  );
}
