import { countSpin } from '#domain/rules/spin-counts.ts';

/** Counts the text it is sent; a worker of its own, since 1 MB takes longer than a key may. */
addEventListener('message', ({ data }: MessageEvent<string>) => {
  postMessage(countSpin(data));
});
