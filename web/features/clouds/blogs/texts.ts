import type { CloudBlogState } from '#domain/contract/cloud-blogs.ts';
import type { TagTone } from '#web/ui/status-tag.tsx';

/** Texts of the cloud blog generator. */
export const texts = {
  title: 'Cloud Blog Generator',
  previewFailed: 'Failed to preview the blog. Unknown error',
  uploadFailed: 'Failed to upload the blog. Unknown error',
  loadFailed: 'Failed to load the blogs. Unexpected error',
  resumeFailed: 'Failed to go on with the blog. Unknown error',
  stopFailed: 'Failed to stop. Unknown error',
  undoFailed: 'Failed to remove the blog. Unknown error',
  forgetFailed: 'Failed to forget the blog. Unknown error',
  begun: 'The blog is being uploaded',
  noneYet:
    'No blog was uploaded yet. Fill in the form, look at the preview, then upload it to one of your cloud accounts.',
  undoContent:
    'All that was uploaded for it is deleted at the service, the posts of projects too, and its bucket where that was made for it and holds nothing else. Its site leaves Custom Sites.',
  forgetContent:
    'It stands on at the service, but nothing more can be posted to it from here: its site leaves Custom Sites.',
  states: {
    UPLOADING: { word: 'UPLOADING', tone: 'blue' },
    LIVE: { word: 'LIVE', tone: 'green' },
    FAILED: { word: 'FAILED', tone: 'red' },
    STOPPED: { word: 'STOPPED', tone: 'orange' },
    REMOVING: { word: 'REMOVING', tone: 'blue' },
  } as const satisfies Record<CloudBlogState, { word: string; tone: TagTone }>,
} as const;
