import { Button, Progress } from 'antd';
import { Link } from 'react-router';
import type { CloudBlog } from '#domain/contract/cloud-blogs.ts';
import { cloudServices } from '#domain/contract/clouds.ts';
import { askToDo, attempt } from '#web/lib/notices.ts';
import { Moment } from '#web/ui/moment.tsx';
import { ToneTag } from '#web/ui/status-tag.tsx';
import { worded } from '#web/ui/worded.tsx';
import { forget, resume, stop, undo } from './queries.ts';
import { texts } from './texts.ts';

/** Blogs that were uploaded, with what can be done to each. */
export function BlogList({ blogs }: { blogs: readonly CloudBlog[] }) {
  return (
    <aside className="blog-list panel" aria-label="Your blogs">
      <h2>Your blogs{blogs.length > 0 ? ` (${blogs.length})` : ''}</h2>
      {blogs.length === 0 ? (
        <p className="quiet">{texts.noneYet}</p>
      ) : (
        <ul>
          {blogs.map((blog) => (
            <li key={blog.id} className="panel">
              <BlogCard blog={blog} />
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}

const isWorking = ({ state }: CloudBlog) => state === 'UPLOADING' || state === 'REMOVING';

function BlogCard({ blog }: { blog: CloudBlog }) {
  const { word, tone } = texts.states[blog.state];
  return (
    <article className="blog-card" aria-label={blog.title}>
      <div className="blog-card-head">
        <h3>{blog.title}</h3>
        <ToneTag tone={tone} isBusy={isWorking(blog)}>
          {word}
        </ToneTag>
      </div>
      <p>
        {blog.state === 'LIVE' ? (
          <a href={blog.url} target="_blank" rel="noreferrer noopener">
            {blog.url}
            <span className="visually-hidden"> (opens a new window)</span>
          </a>
        ) : (
          blog.url
        )}
      </p>
      <p className="quiet">
        {cloudServices[blog.service].label}, {blog.account}, <Moment at={blog.madeAt} />
      </p>
      {isWorking(blog) && <WorkBar blog={blog} />}
      {blog.note !== null && <p className="blog-note">{worded(blog.note)}</p>}
      {blog.site && (
        <p className="quiet">
          Projects can post to it:{' '}
          <Link to="/custom-sites" style={{ textDecoration: 'underline' }}>
            {blog.site.siteId}
          </Link>{' '}
          under Custom Sites
        </p>
      )}
      <BlogButtons blog={blog} />
    </article>
  );
}

function WorkBar({ blog: { state, done, total } }: { blog: CloudBlog }) {
  const share = total === 0 ? 0 : Math.round((done / total) * 100);
  const what = `${done} of ${total} files ${state === 'UPLOADING' ? 'uploaded' : 'removed'}`;
  return (
    <div>
      <Progress percent={share} showInfo={false} aria-label={what} />
      <span className="quiet">{total === 0 ? 'Making ready' : what}</span>
    </div>
  );
}

function BlogButtons({ blog }: { blog: CloudBlog }) {
  const { id, title, state } = blog;
  const name = (verb: string) => `${verb} ${title}`;
  const act = (work: (id: number) => Promise<void>, failed: string) => () => void attempt(() => work(id), { failed });
  const ask = (verb: string, content: string, work: (id: number) => Promise<void>, failed: string) => () =>
    askToDo({ title: `${verb} the blog "${title}"?`, content, okText: verb, danger: true }, () => work(id), { failed });
  return (
    <div className="blog-buttons">
      {(state === 'FAILED' || state === 'STOPPED') && (
        <Button size="small" type="primary" aria-label={name('Resume')} onClick={act(resume, texts.resumeFailed)}>
          Resume
        </Button>
      )}
      {isWorking(blog) ? (
        <Button size="small" aria-label={name('Stop')} onClick={act(stop, texts.stopFailed)}>
          Stop
        </Button>
      ) : (
        <>
          <Button
            size="small"
            danger
            aria-label={name('Remove')}
            onClick={ask('Remove', texts.undoContent, undo, texts.undoFailed)}
          >
            Remove
          </Button>
          <Button
            size="small"
            aria-label={name('Forget')}
            onClick={ask('Forget', texts.forgetContent, forget, texts.forgetFailed)}
          >
            Forget
          </Button>
        </>
      )}
    </div>
  );
}
