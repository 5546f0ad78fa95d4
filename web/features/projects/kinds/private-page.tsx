import { GeneralTab } from '../form/general-tab.tsx';
import { IndexerTab } from '../form/indexer-tab.tsx';
import { MediaTab } from '../form/media-tab.tsx';
import { PrivateSource } from '../form/private-source.tsx';
import { SitesTab } from '../form/sites-tab.tsx';
import { type KindPageProps, ProjectFrame, useEditing } from '../project-frame.tsx';

const crumbs = { campaign: 'Campaign', project: 'Project' };

/** A private project: as a posting one, with a private network instead of campaign and profile. */
export function PrivatePage(props: KindPageProps<'private'>) {
  const { data, runs } = props;
  const editing = useEditing('private', props, 'general');
  const { form } = editing;
  const panes = [
    {
      tab: 'general' as const,
      label: 'General',
      pane: <GeneralTab data={data} form={form} source={<PrivateSource data={data} form={form} />} />,
    },
    { tab: 'image' as const, label: 'Image', pane: <MediaTab kind="image" form={form} /> },
    { tab: 'video' as const, label: 'Video', pane: <MediaTab kind="video" form={form} /> },
    { tab: 'sites' as const, label: 'Sites', pane: <SitesTab projectId={data.project.id} runs={runs} form={form} /> },
    { tab: 'indexer' as const, label: 'Indexer', pane: <IndexerTab form={form} /> },
  ];
  return <ProjectFrame data={data} editing={editing} panes={panes} crumbs={crumbs} />;
}
