import type { PostContent, Publishing } from '#connectors/kit/contract/platforms.ts';
import type { Finding } from '#domain/contract/findings.ts';
import { imagesOf } from '../../compose/plan-text.ts';
import { answersAsImage } from '../../outside/ask-image.ts';
import type { Outside } from '../../outside/outside.ts';

/** Images of a finished text that do not answer: one is enough to stop it (D-ENG-25), where images are sent at all. */
export async function judgeImages(
  outside: Pick<Outside, 'toolsFor'>,
  content: PostContent,
  { file, images }: Publishing['accepts'],
): Promise<Finding[]> {
  const urls = imagesOf(content);
  if (!images) return file && urls.length > 0 ? [leftOut] : [];
  const there = await Promise.all(urls.map((url) => answersAsImage(outside, url)));
  return urls
    .filter((_, index) => !there[index])
    .map((url) => ({ kind: 'image', text: `Image not reachable: ${url}`, stops: true }));
}

const leftOut: Finding = { kind: 'media', text: 'A PDF is made without images: they are left out', stops: false };
