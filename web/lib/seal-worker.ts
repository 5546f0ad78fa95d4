import { sealText } from '#domain/rules/envelope.ts';

/** Packs the text it is sent; a worker of its own, since a save of 50,000 marks takes half a second. */
addEventListener('message', ({ data }: MessageEvent<string>) => {
  postMessage(sealText(data, crypto.getRandomValues(new Uint8Array(12))));
});
