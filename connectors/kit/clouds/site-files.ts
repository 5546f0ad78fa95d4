import type { Cloud, CloudJob } from '../contract/clouds.ts';
import type { SiteFiles } from '../contract/tools.ts';

/** Where the files of a site lie. */
interface Place {
  cloud: Cloud;
  job: CloudJob;
  /** Folder below the bucket, "/" at its end; '' for the bucket itself. */
  folder: string;
  alone: SiteFiles['alone'];
}

/** The files of a site that lies in a store. */
export function siteFiles({ cloud, job, folder, alone }: Place): SiteFiles {
  return {
    read: (path) => cloud.read(job, folder + path),
    put: ({ path, type, cache, text }) =>
      cloud.put(job, { path: folder + path, type, cache, bytes: Buffer.from(text), isAct: true }),
    remove: (path) => cloud.remove(job, folder + path),
    alone,
  };
}
