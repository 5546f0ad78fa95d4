import { useParams } from 'react-router';
import { countOf } from '#web/lib/plural.ts';
import { truncate } from '#web/lib/truncate.ts';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { GeneratorCard } from '../generate/generator-card.tsx';
import { shownLength, texts } from '../texts.ts';
import { useGroupHead } from './article-queries.ts';
import { ArticlesTable } from './articles-table.tsx';
import { GroupSettings } from './group-settings.tsx';

/** One content group: its settings and articles. */
export function ContentGroupPage() {
  const id = Number(useParams().id);
  const { query, save, keep, keepCampaigns, keepJob } = useGroupHead(id);
  return (
    <QueryGate query={query} failed={texts.articlesFailed}>
      {({ contentGroup, kmCampaigns, generatorJob }) => (
        <PageFrame
          title={truncate(contentGroup.name, shownLength.groupName)}
          crumbs={[{ text: texts.title, to: '/content-groups' }, { text: contentGroup.name }]}
          beside={<span className="quiet">{countOf(contentGroup.count, 'article')}</span>}
        >
          <GroupSettings key={id} group={contentGroup} onSave={save} onStored={keep} />
          <GeneratorCard key={`job ${generatorJob?.taskId}`} job={generatorJob} onJob={keepJob} />
          <ArticlesTable
            key={`articles ${id}`}
            groupId={id}
            total={contentGroup.count}
            campaigns={kmCampaigns}
            onCampaigns={keepCampaigns}
            isWriting={generatorJob !== null && !generatorJob.completed && !generatorJob.isStopped}
            onJob={keepJob}
          />
        </PageFrame>
      )}
    </QueryGate>
  );
}
