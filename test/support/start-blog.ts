import { readState, stateFile } from '#connectors/kit/blog/blog.ts';
import { writeBlog } from '#connectors/kit/blog/write-blog.ts';
import type { ApiRequest } from '#rehearsal/api-server.ts';
import { newBucket } from '#rehearsal/clouds/buckets.ts';
import { startS3 } from '#rehearsal/clouds/s3.ts';
import type { Dials } from '#rehearsal/fault-dials.ts';

const folder = 'garden';
const isPut = ({ method }: ApiRequest) => method === 'PUT';
/** The first file of a post, and the last. */
const isEnd = (request: ApiRequest) => isPut(request) && /\/posts\/|blog\.json$/.test(request.path);

/** A blog that stands in a rehearsed store: faults strike where files are put, and what counts is the file that tells of all posts. */
export async function startBlog() {
  let refuses = false;
  const api = await startS3({
    strikesAt: isEnd,
    isDone: (request) => isPut(request) && request.path.endsWith(stateFile),
    refuses: () => refuses,
  });
  const bucket = { ...newBucket(), isPublic: true };
  api.buckets.set('blogs', bucket);
  const base = `${api.url}/blogs/${folder}/`;
  const facts = { title: 'Garden', description: 'Moss', keywords: [], social: [], base, home: 'index.html' as const };
  const files = writeBlog({ facts, about: '', contact: '', articles: [], at: '2026-01-02T03:04:05.000Z' });
  const deletePosts = () => {
    bucket.files.clear();
    for (const { path, type, cache, text } of files)
      bucket.files.set(`${folder}/${path}`, { type, cache, body: Buffer.from(text) });
  };
  deletePosts();
  const textOf = (path: string) => bucket.files.get(`${folder}/${path}`)?.body.toString() ?? '';
  return {
    ...api,
    /** The page of the front. */
    url: base,
    store: { bucket: 'blogs', folder, key: { accessKey: api.accessKey, endpoint: api.url } },
    username: '',
    password: api.secretKey,
    textOf,
    deletePosts,
    dial: ({ refuseContent, ...changes }: Partial<Dials>) => {
      refuses = refuseContent ?? refuses;
      api.dial(changes);
    },
    resetDials: () => {
      refuses = false;
      api.reset();
    },
    /** The posts that its lists tell of. */
    posts: () =>
      (readState(textOf(stateFile))?.posts ?? []).map(({ path, title }, nth) => ({
        id: nth,
        title,
        // The tests' titles end with what their posts are known by.
        marker: title.split(' ').at(-1) ?? '',
        url: base + path,
      })),
  };
}
