import type { ServiceConnector, ServiceJob } from './connector.ts';

/** What is looked for. */
export interface MediaSearch {
  kind: 'image' | 'video';
  words: string;
  /** So many at most. */
  wanted: number;
  /** The `next` of the page before; null for the first. */
  after: string | null;
}

/** An image or video of a source. */
export interface FoundMedia {
  remoteId: string;
  kind: 'image' | 'video';
  /** The file, or of an embedded video its player. */
  url: string;
  /** What stands at `url`: a file to show or fetch, or a page for a frame. */
  form: 'file' | 'player';
  /** Where a person sees it at the source. */
  pageUrl: string;
  /** Pixels; null where the source does not say. */
  width: number | null;
  height: number | null;
  alt: string;
  /** Line that must be shown with it, as text; '' when none is asked for. */
  credit: string;
}

/** A source of images or videos by words. */
export interface MediaSource extends ServiceConnector {
  finds: MediaSearch['kind'][];
  maxWanted: number;
  /** May its addresses stand in a post, must they (Unsplash), or must files be fetched and hosted anew (Pixabay)? */
  hosting: 'link' | 'must-link' | 'must-copy';
  /** So long an answer is kept instead of asking again, in ms; 0: not at all. */
  keepMs: number;
  find(job: ServiceJob, search: MediaSearch): Promise<{ found: FoundMedia[]; next: string | null }>;
  /** Tells the source that one of its files is used, where its rules ask for that. */
  noteUse?(job: ServiceJob, media: FoundMedia): Promise<void>;
}
