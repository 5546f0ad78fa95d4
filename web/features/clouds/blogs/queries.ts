import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type CloudBlog,
  type CloudBlogsEventBody,
  forgetCloudBlog,
  listCloudBlogs,
  resumeCloudBlog,
  stopCloudBlog,
  undoCloudBlog,
  uploadCloudBlog,
} from '#domain/contract/cloud-blogs.ts';
import { getContentGroup, listContentGroups } from '#domain/contract/content.ts';
import { topics } from '#domain/contract/live.ts';
import { send } from '#web/lib/call.ts';
import { byId, without } from '#web/lib/lists.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useTopic } from '#web/lib/use-topic.ts';
import { newer } from '#web/lib/versions.ts';

const key = ['cloud-blogs'];
type Data = { blogs: CloudBlog[] };

/** The blogs, newest first, kept fresh by the topic. */
export function useCloudBlogs() {
  useTopic(topics.cloudBlogs, apply);
  return useQuery({ queryKey: key, queryFn: ({ signal }) => send(listCloudBlogs, { signal }) });
}

function apply(events: CloudBlogsEventBody[]): void {
  queryClient.setQueryData<Data>(key, (data) => data && { blogs: events.reduce(applyOne, data.blogs) });
}

function applyOne(list: CloudBlog[], event: CloudBlogsEventBody): CloudBlog[] {
  if (event.action === 'blogsDeleted') return without(list, event.ids, byId);
  const { blog } = event;
  if (!list.some(({ id }) => id === blog.id)) return [blog, ...list];
  return list.map((held) => (held.id === blog.id ? newer(held, blog) : held));
}

const kept = ({ blog }: { blog: CloudBlog }) => apply([{ action: 'blogChanged', blog }]);

export const upload = async (body: z.input<typeof uploadCloudBlog.body>) => kept(await send(uploadCloudBlog, { body }));
export const resume = async (id: number) => kept(await send(resumeCloudBlog, { params: { id } }));
export const stop = async (id: number) => kept(await send(stopCloudBlog, { params: { id } }));
export const undo = async (id: number) => kept(await send(undoCloudBlog, { params: { id } }));
export async function forget(id: number): Promise<void> {
  const { ids } = await send(forgetCloudBlog, { params: { id } });
  apply([{ action: 'blogsDeleted', ids }]);
}

/** Content groups that can be chosen; read anew each time the screen opens. */
export function useGroupsToChoose() {
  return useQuery({
    queryKey: ['groups-to-choose'],
    queryFn: ({ signal }) => send(listContentGroups, { signal }),
    gcTime: 0,
  });
}

/** Articles of a group that can be chosen, the newest. */
export function useArticlesOf(groupId: number | null) {
  const { data } = useQuery({
    queryKey: ['articles-to-choose', groupId],
    queryFn: ({ signal }) =>
      send(getContentGroup, { params: { id: groupId ?? 0 }, query: { limit: 1_000 }, signal, quietOn: [404] }),
    enabled: groupId !== null,
    gcTime: 0,
  });
  return data?.articles;
}
