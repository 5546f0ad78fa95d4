import { type Packing, pack } from './pack.ts';

/** Packs what it is sent; a worker of its own, since a save of 50,000 marks takes half a second. */
addEventListener('message', ({ data }: MessageEvent<Packing>) => {
  postMessage(pack(data));
});
