import type { Job, Platform, PostContent } from '#connectors/kit/contract/platforms.ts';
import { publishingOf } from '#connectors/registry.ts';
import type { Module } from '#domain/contract/modules.ts';
import { renderPdfAside } from '#server/compose/pdf-aside.ts';

const madeAt = '2026-11-22T10:00:00.000Z';

async function* bytesOf(content: PostContent): AsyncIterable<Uint8Array> {
  yield await renderPdfAside(content, madeAt);
}

/** The content as the engine hands it over: a PDF. */
function asFile(content: PostContent): PostContent {
  return { ...content, file: { name: `${content.marker}.pdf`, type: 'application/pdf', length: 0, madeAt } };
}

/** A job that can open it. */
function opening(job: Job, content: PostContent): Job {
  return { ...job, openFile: () => bytesOf(content) };
}

/**
 * The posts that a platform makes of a module of files, for the platform suite. Without update: that changes what stands
 * beside a file, never the file.
 */
export function pdfPlatform(platform: Platform, module: Module): Platform {
  const way = publishingOf(platform, module);
  const { update: _, remove: __, unmark: ___, ...rest } = platform;
  return {
    ...rest,
    accepts: way.accepts,
    label: `${platform.label}, ${module}`,
    publish: (job, content) => way.publish(opening(job, content), asFile(content)),
    lookUp: (job, content, sending) => way.lookUp(job, asFile(content), sending),
    ...(way.remove ? { remove: way.remove } : {}),
  };
}
