import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { privateSiteStatus, type SiteRow } from '#domain/contract/projects/projects.ts';
import { send } from '#web/lib/call.ts';
import { failureText } from '#web/lib/failure.ts';
import { Moment } from '#web/ui/moment.tsx';
import { worded } from '#web/ui/worded.tsx';
import { texts } from '../texts.ts';

interface PrivateStatusProps {
  projectId: number;
  site: SiteRow;
}

/** Opens what a private site holds of this project (D-PROJ-12); rows of another network are not the project's yet. */
export function PrivateStatusButton({ projectId, site, disabled }: PrivateStatusProps & { disabled: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        disabled={disabled}
        aria-label={`Status of ${site.id.siteId}`}
        onClick={() => setIsOpen(true)}
      >
        Status
      </Button>
      <Modal
        open={isOpen}
        title={`${site.id.siteId} (${site.email})`}
        width={640}
        footer={<Button onClick={() => setIsOpen(false)}>Close</Button>}
        onCancel={() => setIsOpen(false)}
        destroyOnHidden
      >
        <PrivateStatus projectId={projectId} site={site} />
      </Modal>
    </>
  );
}

function PrivateStatus({ projectId, site }: PrivateStatusProps) {
  const body = { projectId, siteId: site.id.siteId, email: site.email ?? '' };
  const { data, error } = useQuery({
    queryKey: ['private-status', body],
    queryFn: ({ signal }) => send(privateSiteStatus, { body, signal }),
    gcTime: 0,
  });
  if (error) return <p role="alert">{worded(failureText(error, texts.privateStatusFailed))}</p>;
  if (!data) return <Skeleton active />;
  return (
    <>
      <p>
        {data.site.platform} · Status: {data.site.status === 'NONE' ? 'not worked on yet' : data.site.status}
        {data.site.waitInfo && <> · {worded(data.site.waitInfo)}</>}
      </p>
      {data.posts.length === 0 ? (
        <p className="quiet">This project has made no post there yet.</p>
      ) : (
        <table className="small-table">
          <thead>
            <tr>
              <th>Title</th>
              <th>Address</th>
              <th>Date</th>
            </tr>
          </thead>
          <tbody>
            {data.posts.map((post) => (
              <tr key={post.url}>
                <td>{post.title}</td>
                <td>
                  <a href={post.url} target="_blank" rel="noopener noreferrer">
                    {post.url}
                  </a>
                </td>
                <td>
                  <Moment at={post.date} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
