import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { getArticle, newArticle } from '#domain/contract/content.ts';
import { send } from '#web/lib/call.ts';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { ArticleEditor } from './article-editor.tsx';
import { texts } from './texts.ts';

/** An existing article. */
export function ArticlePage() {
  const id = Number(useParams().id);
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: ['article', id],
    queryFn: ({ signal }) => send(getArticle, { params: { id }, signal }),
    // The editor holds its own copy; a fresh one is loaded with each opening.
    gcTime: 0,
  });
  return (
    <QueryGate query={query} failed={texts.loadFailed}>
      {(data) => (
        <ArticleEditor
          key={id}
          data={data}
          onFirstSave={(next) => void navigate(`/article/${next}`, { replace: true })}
        />
      )}
    </QueryGate>
  );
}

/** An empty article of a group; nothing is stored before the first save (D-CONT-11). */
export function NewArticlePage() {
  const groupId = Number(useParams().id);
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: ['new-article', groupId],
    queryFn: ({ signal }) => send(newArticle, { params: { id: groupId }, signal }),
    gcTime: 0,
  });
  return (
    <QueryGate query={query} failed={texts.loadFailed}>
      {(data) => <ArticleEditor data={data} onFirstSave={(id) => void navigate(`/article/${id}`, { replace: true })} />}
    </QueryGate>
  );
}
